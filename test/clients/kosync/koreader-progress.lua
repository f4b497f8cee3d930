-- Runs KOReader's progress sync, and its functions for hashes and file names, without its windows.
-- Arguments: folder of KOReader, address of the server, username, app password. Each line of the input is a command.
local folder, server, username, password = unpack(arg)
package.path = folder .. "/base/?.lua;" .. folder .. "/plugins/kosync.koplugin/?.lua;" .. folder .. "/frontend/?.lua;" .. package.path

local json = require("json")
local http = require("socket.http")
local ltn12 = require("ltn12")
local url = require("socket.url")

local function nothing() end
local function elapsed() return 1e9 end
package.preload["ui/uimanager"] = function() return { getElapsedTimeSinceBoot = elapsed, show = nothing } end
package.preload["logger"] = function() return { dbg = nothing, warn = nothing, info = nothing, levels = {}, setLevel = nothing } end
package.preload["socketutil"] = function() return { set_timeout = nothing, reset_timeout = nothing } end
package.preload["ffi/utf8proc"] = function() return {} end
package.preload["libs/libkoreader-lfs"] = function() return {} end
package.preload["ffi/util"] = function() return { template = nothing, isAndroid = function() return false end } end
package.preload["gettext"] = function() return setmetatable({ pgettext = nothing }, { __call = function(_, text) return text end }) end

package.preload["device"] = function() return { model = "Kobo_libra", hasWifiManager = nothing } end
package.preload["ui/time"] = function() return { s = function(seconds) return seconds end } end
package.preload["ui/event"] = function()
    return { new = function(_, name, ...) return { name = name, args = { ... } } end }
end
package.preload["ui/widget/container/widgetcontainer"] = function()
    return { extend = function(self, class) return setmetatable(class, { __index = self }) end }
end
package.preload["datastorage"] = function() return { getSettingsDir = function() return "/nowhere" end } end
for _, name in ipairs{
    "dispatcher", "luasettings", "ui/network/manager", "ui/widget/confirmbox", "ui/widget/infomessage",
    "ui/widget/inputdialog", "ui/widget/multiinputdialog", "ui/widget/notification",
} do
    package.preload[name] = function() return { new = nothing } end
end

-- Replaces lua-Spore 0.4.2, which is no Debian package: paths, payloads and expected statuses of api.json.
local Client = {}
Client.__index = Client

function Client:reset_middlewares() self.middlewares = {} end

function Client:enable(name, args) table.insert(self.middlewares, { name, args or {} }) end

function Client:send(method, params)
    local base = url.parse(self.base_url)
    local path = ((base.path or "") .. method.path):gsub("//", "/"):gsub(":document", params.document or "")
    local request = { headers = {} }
    for _, middleware in ipairs(self.middlewares) do
        if middleware[1] ~= "Format.JSON" then
            require("Spore.Middleware." .. middleware[1]).call(middleware[2], request)
        end
    end
    local body
    if method.payload then
        local payload = {}
        for _, name in ipairs(method.payload) do payload[name] = params[name] end
        body = json.encode(payload)
        request.headers["content-type"] = "application/json"
        request.headers["content-length"] = #body
    end
    local parts = {}
    local _, status, headers = http.request({
        url = base.scheme .. "://" .. base.authority .. path,
        method = method.method,
        headers = request.headers,
        source = body and ltn12.source.string(body),
        sink = ltn12.sink.table(parts),
    })
    for _, expected in ipairs(method.expected_status) do
        if status == expected then
            local is_json = headers["content-type"]:match("^application/json")
            return { status = status, body = is_json and json.decode(table.concat(parts)) or table.concat(parts) }
        end
    end
    error(status .. " not expected")
end

package.preload["Spore"] = function()
    return {
        new_from_spec = function(path, options)
            local text = io.open(path):read("*a"):gsub(",(%s*[%]}])", "%1")
            local client = setmetatable({ base_url = options.base_url, middlewares = {} }, Client)
            for name, method in pairs(json.decode(text).methods) do
                client[name] = function(self, params) return self:send(method, params or {}) end
            end
            return client
        end,
    }
end

local md5 = require("ffi/sha2").md5
local util = dofile(folder .. "/frontend/util.lua")
local key = md5(password)
local client = require("KOSyncClient"):new{
    custom_url = server,
    service_spec = folder .. "/plugins/kosync.koplugin/api.json",
}

local function show(...)
    local values = { ... }
    for index = 1, select("#", ...) do values[index] = tostring(values[index]) end
    print(table.concat(values, " "))
end

-- The plugin in a document with this hash, at this place, with automatic synchronization in both directions.
local function reader(document, progress, percentage)
    local plugin = dofile(folder .. "/plugins/kosync.koplugin/main.lua")
    plugin.path = folder .. "/plugins/kosync.koplugin"
    plugin.device_id, plugin.pull_timestamp, plugin.push_timestamp, plugin.last_page_turn_timestamp = "1A2B", 0, 0, 0
    plugin.settings = {
        custom_server = server, username = username, userkey = key, checksum_method = 0, sync_forward = 2, sync_backward = 2,
    }
    plugin.view = { document = { file = "a.epub" } }
    plugin.ui = {
        document = { info = { has_pages = false }, file = "a.epub" },
        doc_settings = { readSetting = function() return document end },
        rolling = {
            getLastProgress = function() return progress end,
            getLastPercent = function() return percentage end,
        },
        handleEvent = function(_, event) show("event", event.name, event.args[1]) end,
    }
    return plugin
end

local commands = {
    auth = function()
        local ok, body = client:authorize(username, key)
        show("auth", ok, body.authorized)
        ok, body = client:authorize(username, md5("wrong"))
        show("wrong", ok, body.message)
        ok, body = client:register("new", key)
        show("register", ok, body.message)
    end,
    open = function(document, rest)
        local progress, percentage = rest:match("^(%S+) (%S+)$")
        reader(document, progress, tonumber(percentage)):getProgress(false, false)
        show("opened")
    end,
    close = function(document, rest)
        local progress, percentage = rest:match("^(%S+) (%S+)$")
        reader(document, progress, tonumber(percentage)):updateProgress(false, false)
        show("closed")
    end,
    hash = function(file) show("hash", util.partialMD5(file)) end,
    name = function(kind, title)
        util.getFilesystemType = function() return kind == "strict" and "vfat" or "ext4" end
        show("name", (util.getSafeFilename(json.decode(title), "/", 230, 0)))
    end,
    pull = function(document)
        client:get_progress(username, key, document, function(ok, body)
            show("pull", ok, body.progress, body.percentage, body.device, type(body.timestamp))
        end)
    end,
    push = function(document, rest)
        local progress, percentage, filename = rest:match("^(%S+) (%S+) ?(.*)$")
        local metadata = filename ~= "" and { filename = filename, title = "title", authors = "authors" } or nil
        client:update_progress(username, key, document, metadata, progress, tonumber(percentage), "Kobo_libra", "1A2B",
            function(ok, status, body) show("push", ok, status, body.document == document) end)
    end,
}

for line in io.lines() do
    local command, first, rest = line:match("^(%S+) ?(%S*) ?(.*)$")
    commands[command](first, rest)
end
