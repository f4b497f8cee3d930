-- Runs the parser and the browser of KOReader's OPDS plugin on a catalog, without a screen:
--   luajit koreader-browser.lua FOLDER_OF_KOREADER CATALOG USERNAME PASSWORD FOLDER_FOR_DOWNLOADS
-- It prints what the browser shows, as lines of JSON. Only the screen, the settings and the cache of the device are replaced.
io.stdout:setvbuf("line")
local source, catalog, username, password, folder = unpack(arg)
package.path = source .. "/plugins/opds.koplugin/?.lua;" .. source .. "/frontend/?.lua;" .. package.path

local function class(fields)
    local new = fields or {}
    function new:extend(other)
        return setmetatable(other or {}, { __index = self })
    end
    function new:new(other)
        local object = setmetatable(other or {}, { __index = self })
        if object.init then object:init() end
        return object
    end
    return new
end
local function anything()
    return setmetatable({}, { __index = function() return function() end end })
end
local messages = {}
local function replace(name, value) package.preload[name] = function() return value end end
for _, name in ipairs({ "buttondialog", "checkbutton", "confirmbox", "inputdialog", "multiinputdialog", "notification",
    "spinwidget", "textviewer" }) do
    replace("ui/widget/" .. name, class())
end
replace("ui/widget/menu", class({ init = function() end }))
replace("ui/widget/infomessage", class({ init = function(self) table.insert(messages, self.text) end }))
replace("ui/bidi", setmetatable({}, { __index = function() return function(text) return text end end }))
replace("ui/uimanager", anything())
replace("ui/trapper", anything())
replace("ui/network/manager", { runWhenConnected = function(_, run) run() end })
replace("device", anything())
replace("opdspse", anything())
replace("logger", anything())
replace("gettext", setmetatable({ ngettext = function(text) return text end }, { __call = function(_, text) return text end }))
replace("libs/libkoreader-lfs", require("lfs"))
replace("ffi/utf8proc", anything())
replace("ffi/sha2", anything())
replace("ffi/util", {
    template = function(text, ...)
        local values = { ... }
        return (text:gsub("%%(%d)", function(n) return tostring(values[tonumber(n)]) end))
    end,
    orderedPairs = pairs,
    isAndroid = function() return false end,
    isWindows = function() return false end,
})
replace("document/documentregistry", {
    hasProvider = function(_, file, mime)
        return file and file:match("%.epub$") ~= nil or mime == "application/epub+zip" or mime == "text/html"
    end,
    mimeToExt = function(_, mime) return mime == "application/epub+zip" and "epub" or nil end,
})
-- The cache is by the address and the time of the last change, as in frontend/cache.lua.
local hits = 0
replace("cache", class({
    check = function(self, key)
        local found = self[key]
        if found then hits = hits + 1 end
        return found
    end,
    insert = function(self, key, value) self[key] = value end,
}))
local socket_http = require("socket.http")
local requests = {}
replace("socketutil", {
    set_timeout = function() end, reset_timeout = function() end,
    redact_request = function() end, redact_headers = function() end,
})
local request = socket_http.request
socket_http.request = function(given)
    table.insert(requests, given.method or "GET")
    given.redirect = false
    return request(given)
end

local JSON = require("json")
local Browser = require("opdsbrowser")
local browser = Browser:new({ settings = { sync_dir = folder, sync_max_dl = 1000 }, servers = {}, downloads = {}, pending_syncs = {}, _manager = {} })
browser.root_catalog_username, browser.root_catalog_password = username, password

local function say(name, value)
    print(JSON.encode({ name = name, value = value, messages = table.concat(messages, "\n"), requests = #requests, hits = hits }))
    messages, requests, hits = {}, {}, 0
end
local function shown(url)
    local items = browser:genItemTableFromURL(url)
    local list = {}
    for i, item in ipairs(items) do
        local first = item.acquisitions[1]
        list[i] = {
            text = item.text, url = item.url, content = item.content, cover = item.image or item.thumbnail,
            href = first and first.href, filetype = first and Browser.getFiletype(first), acquisitions = #item.acquisitions,
        }
    end
    local facets = {}
    for group, links in pairs(browser.facet_groups or {}) do
        for _, link in ipairs(links) do
            table.insert(facets, group .. ": " .. link.title .. (link["opds:activeFacet"] == "true" and " *" or "")
                .. (link["thr:count"] and " (" .. string.format("%d", link["thr:count"]) .. ")" or ""))
        end
    end
    table.sort(facets)
    return { title = browser.catalog_title, items = list, next = items.hrefs and items.hrefs.next, search = browser.search_url, facets = facets }
end
-- Each line of the input is a command: "show ADDRESS", "search ADDRESS WORDS", "sync ADDRESS" or "names ADDRESS".
local url = require("socket.url")
local last = {}
for line in io.lines() do
    local command, address, words = line:match("^(%S+) (%S+) ?(.*)$")
    address = url.absolute(catalog, address)
    if command == "show" then
        say(line, shown(address))
    elseif command == "search" then
        browser:genItemTableFromURL(address)
        local template = browser.search_url
        -- as OPDSBrowser:searchCatalog
        local text = require("util").urlEncode(words)
        say(line, shown((template:gsub("%%s", function() return text end))))
    elseif command == "sync" or command == "names" then
        -- as OPDSBrowser:checkSyncDownload and downloadPendingSyncs, with "Use server filenames" for "names"
        local server = { url = address, title = "Dogear", username = username, password = password,
            raw_names = command == "names" or nil, last_download = last[address] }
        browser.sync, browser.pending_syncs = true, {}
        browser:fillPendingSyncs(server)
        browser.sync = false
        last[address] = server.last_download
        local files = {}
        for i, one in ipairs(browser.pending_syncs) do
            files[i] = { file = one.file, url = one.url, got = browser:downloadFile(one.file, one.url, one.username, one.password) or false }
        end
        say(line, { files = files })
    end
end
