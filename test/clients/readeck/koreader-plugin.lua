-- Runs the plugin for Readeck of KOReader without KOReader: windows, settings and devices are replaced, and requests are not.
-- Arguments: the folder `readeck.koplugin`, the address of the server, and a path for the downloaded EPUB.
local plugin, url, epub = arg[1], arg[2], arg[3]
package.path = plugin .. "/?.lua;" .. package.path

local function replace(name, value)
  package.preload[name] = function() return value end
end
local nothing = function() end
local widget = { new = function(_, options) return options end }
for _, name in ipairs { "infomessage", "confirmbox", "multiconfirmbox", "qrmessage" } do
  replace("ui/widget/" .. name, widget)
end
replace("ui/event", widget)
replace("ui/uimanager", {
  show = nothing, close = nothing, forceRePaint = nothing, scheduleIn = nothing, unschedule = nothing,
  nextTick = function(_, run) run() end,
})
local one = function() return 1 end
replace("device", { screen = { getWidth = one, getHeight = one } })
replace("ui/network/manager", { runWhenOnline = function(_, run) run() end })
replace("libs/libkoreader-lfs", require("lfs"))
local sink = require("ltn12").sink
replace("socketutil", { set_timeout = nothing, reset_timeout = nothing, file_sink = sink.file, table_sink = sink.table })
local document = { readSetting = nothing, saveSetting = nothing, flush = nothing }
replace("docsettings", { hasSidecarFile = function() return false end, open = function() return document end })
replace("ffi/util", { joinPath = function(folder, name) return folder .. "/" .. name end })
replace("util", { gsplit = function() return nothing end, getSafeFilename = function(name) return name end })
replace("optmath", { round = function(number) return math.floor(number + 0.5) end })
local json = require("json")
package.loaded["json"] = { encode = json.encode, decode = json.decode }

local parts = {
  L = function(text) return text end,
  T = function(text, value) return (text:gsub("%%1", tostring(value))) end,
  Log = setmetatable({}, { __index = function() return nothing end }),
  OAUTH_DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code",
  DEFAULT_OAUTH_SCOPES = "bookmarks:read bookmarks:write profile:read",
  PLUGIN_VERSION = "test", failed = 1, skipped = 2, downloaded = 3,
}
local readeck = {
  server_url = url, access_token = "", token_expiry = 0, articles_per_sync = 50, ignore_tags = "", filter_tag = "",
  sort_param = "-created", highlight_sync_policy = "", block_timeout = 5, total_timeout = 20, file_block_timeout = 5,
  file_total_timeout = 20,
}
function readeck:isempty(text) return text == nil or text == "" end
function readeck:saveSettings() end
for _, name in ipairs { "net.client", "auth.oauth", "sync.articles", "annotations.export" } do
  require("readeck." .. name).install(readeck, parts)
end
readeck.getBearerToken = function() return true end
local paths = require("readeck.net.api").paths

local function say(...)
  print(...)
  io.stdout:flush()
end
local function send(method, path, values)
  local body = json.encode(values)
  local headers = {
    ["Authorization"] = "Bearer " .. readeck.access_token,
    ["Content-type"] = "application/json",
    ["Content-Length"] = tostring(#body),
  }
  return readeck:callAPI(method, path, headers, body, "", true)
end

local features = require("readeck.core.features")
say("supports OAuth", features.supports_oauth(readeck:refreshServerInfo(true)))
local device = readeck:getOAuthDeviceAuthorizationContext()
say("code", device.user_code)
for _ = 1, 10 do
  local sent = { grant_type = parts.OAUTH_DEVICE_GRANT, client_id = device.client_id, device_code = device.device_code }
  local result, problem, code = readeck:callOAuthFormAPI("/api/oauth/token", sent)
  local state, wait = readeck:evaluateOAuthDeviceTokenPoll(device, result, problem, code, device.interval)
  if state ~= "retry" then
    say("sign-in", state)
    break
  end
  require("socket").sleep(wait)
end

local articles = readeck:getArticleList()
for _, article in ipairs(articles) do say("article", article.title) end
local id = articles[#articles].id
say("EPUB", readeck:callAPI("GET", paths.bookmark_article(id), nil, "", epub, true))
local highlight = {
  drawer = "lighten", text = "fills the harbour", color = "red", note = "from KOReader",
  pos0 = "/body/DocFragment[2]/body/p[1]/text().9", pos1 = "/body/DocFragment[2]/body/p[1]/text().26",
}
local isDone = readeck:syncHighlightsForArticle(id, nil, { highlight }, { quiet = true })
say("highlight", isDone, highlight.readeck_annotation_id ~= nil)
for _, one in ipairs(readeck:callAPI("GET", paths.annotations(id), nil, "", "", true)) do
  say("highlight", one.text, one.note)
end
say("progress", send("PATCH", paths.bookmark(id), { read_progress = 50 }) ~= nil)
say("archive", send("PATCH", paths.bookmark(id), { is_archived = true }) ~= nil)
say("save", send("POST", paths.bookmarks, { url = "https://site.example/new" }) ~= nil)
say("delete", readeck:callAPI("DELETE", paths.bookmark(articles[1].id), nil, "", "", true) ~= nil)
