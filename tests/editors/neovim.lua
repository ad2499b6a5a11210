-- Scenarios for the LSP client that comes with Neovim 0.7, and what runs them: each in a Neovim of its own,
-- in a fresh folder, with a time limit. They wait for what they expect. ERRATA_SCENARIO: only those with
-- these words in their names.
local api, lsp = vim.api, vim.lsp
local program = os.getenv("ERRATA")
local games = vim.fn.getcwd() .. "/games/"
local longest_wait = 10000 -- milliseconds
local longest_scenario = 60000

-- Another Neovim, without the settings of the user.
local function neovim(...) return { vim.v.progpath, "--headless", "-u", "NONE", "-i", "NONE", "-n", ... } end

-- --- waiting, and what is expected

-- What `found` gives as soon as it gives something.
local function wait(what, found)
    local result
    local function look()
        result = found()
        return result
    end
    if not vim.wait(longest_wait, look, 5) then error("in vain: " .. what, 2) end
    return result
end

local function equal(actual, expected)
    if not vim.deep_equal(actual, expected) then
        error(vim.inspect(actual) .. "\nis not " .. vim.inspect(expected), 2)
    end
end

-- The text has the words.
local function has(text, words)
    if not text:find(words, 1, true) then error("no '" .. words .. "' in:\n" .. text, 2) end
end

-- --- a workspace, a server, a buffer

local Workspace = {}
Workspace.__index = Workspace

-- With the files of a folder of `games`, and a server that is ready.
local function workspace_of(game)
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder)
    local self = setmetatable({ folder = vim.loop.fs_realpath(folder), checks = 0 }, Workspace)
    for _, name in ipairs(vim.fn.readdir(games .. game)) do
        vim.fn.writefile(vim.fn.readfile(games .. game .. "/" .. name, "b"), self:path(name), "b")
    end
    self.client = lsp.start_client({
        name = "errata",
        cmd = { program, "lsp" },
        cmd_env = { ERRATA_CACHE = "off", TMPDIR = self.folder },
        root_dir = self.folder,
        get_language_id = function() return "errata" end,
        handlers = {
            ["errata/checked"] = function(_, check) self.checks = self.checks + (check.isLast and 1 or 0) end,
        },
        on_exit = function(code) self.exit_code = code end,
    })
    wait("the server", function() return lsp.get_client_by_id(self.client).initialized end)
    return self
end

function Workspace:path(name) return self.folder .. "/" .. name end

-- In the current window; its buffer.
function Workspace:open(name)
    vim.cmd("edit " .. vim.fn.fnameescape(self:path(name)))
    local buffer = api.nvim_get_current_buf()
    lsp.buf_attach_client(buffer, self.client)
    return buffer
end

-- Writes the buffer of the current window, and waits until its spec has been checked.
function Workspace:checked()
    local before = self.checks
    vim.cmd("write")
    wait("a check", function() return self.checks > before end)
    -- What was found is told before the next answer.
    self:ask("workspace/symbol", { query = "" })
end

function Workspace:ask(method, params)
    local answers, problem = lsp.buf_request_sync(0, method, params, longest_wait)
    local answer = answers and answers[self.client]
    if not answer or answer.error then error(method .. ": " .. vim.inspect(problem or answer), 2) end
    return answer.result
end

function Workspace:stop()
    lsp.stop_client(self.client)
    wait("the end of the server", function() return self.exit_code end)
    return self.exit_code
end

local function lines(buffer) return api.nvim_buf_get_lines(buffer or 0, 0, -1, true) end
local function text(buffer) return table.concat(lines(buffer), "\n") .. "\n" end

-- Where the words stand first, from zero: the line, the first byte and the one behind the last.
local function place(words, buffer)
    for number, line in ipairs(lines(buffer)) do
        local first, last = line:find(words, 1, true)
        if first then return number - 1, first - 1, last end
    end
    error("no '" .. words .. "'", 2)
end

-- Puts the cursor on the first of the words, or on a byte behind it.
local function go_to(words, behind)
    local line, first = place(words)
    api.nvim_win_set_cursor(0, { line + 1, first + (behind or 0) })
end

-- As if they were typed.
local function keys(typed)
    api.nvim_feedkeys(api.nvim_replace_termcodes(typed, true, false, true), "nx", false)
end

-- --- diagnostics, as Neovim keeps them

local function code(diagnostic) return diagnostic.user_data.lsp.code end
local function is_none(all) return #all == 0 end
local function is_one_mistake(all) return #all == 1 and code(all[1]):match("^E") end

local function diagnostics(buffer, are_expected)
    return wait("diagnostics", function()
        local all = vim.diagnostic.get(buffer)
        return are_expected(all) and all
    end)
end

local function loops(buffer)
    return vim.tbl_filter(function(one) return code(one) == "loop.mandatory" end, vim.diagnostic.get(buffer))
end
local function wait_for_loop(buffer)
    return wait("a loop", function() return loops(buffer)[1] end)
end

local function stands_at(diagnostic, words, buffer)
    local line, first, behind = place(words, buffer)
    local stands = { diagnostic.lnum, diagnostic.col, diagnostic.end_lnum, diagnostic.end_col }
    equal(stands, { line, first, line, behind })
end

-- --- what the user sees and is asked

local notified = {}
vim.notify = function(message) table.insert(notified, message) end

-- Chooses the code action with these words in its title.
local function apply_action(words)
    vim.ui.select = function(items, options, on_choice)
        for _, item in ipairs(items) do
            if options.format_item(item):find(words, 1, true) then return on_choice(item) end
        end
        error("no '" .. words .. "' among " .. vim.inspect(vim.tbl_map(options.format_item, items)))
    end
    lsp.buf.code_action()
end

-- The list of places: { "FILE:LINE TEXT", ... }
local function quickfix()
    local all = wait("a list", function()
        local items = vim.fn.getqflist()
        return #items > 0 and items
    end)
    return vim.tbl_map(function(one)
        return vim.fn.fnamemodify(vim.fn.bufname(one.bufnr), ":t") .. ":" .. one.lnum .. " " .. one.text
    end, all)
end

-- --- scenarios

local scenarios = {}
local function scenario(name, game, run) table.insert(scenarios, { name = name, game = game, run = run }) end

scenario("a mistake is shown at its place, behind signs of several bytes", "lighthouse", function(workspace)
    local buffer = workspace:open("lighthouse.rules")
    wait_for_loop(buffer)
    keys('/option "rings<CR>ci"läutet 🔔🔔 für Zoë<Esc>f(hhxx')
    local all = diagnostics(buffer, is_one_mistake)
    local line, first = place('"läutet 🔔🔔 für Zoë" { ri()')
    local before = #'"läutet 🔔🔔 für Zoë" { '
    equal({ all[1].lnum, all[1].col, all[1].end_col }, { line, first + before, first + before + 2 })
    keys("A -- 🔔<Esc>F(ing<Esc>")
    diagnostics(buffer, is_none)
end)

scenario("whatever is done in normal mode, the server has the same text", "lighthouse", function(workspace)
    local buffer = workspace:open("lighthouse.rules")
    -- A text that nobody sees takes what the server thinks is wrong with the layout.
    local other = api.nvim_create_buf(false, true)
    for _, typed in ipairs({
        "ggO-- é 🔔 x<Esc>",
        "yyp",
        "0fexp",
        "ggJ",
        "u",
        "<C-r>",
        "gg/card Keeper<CR>dapggP",
        ":%s/candle/kerze/g<CR>",
        "G?setup<CR>V}d",
        "Gp",
        ":g/^$/delete<CR>",
        "u",
        "gg0i-- 🔔🔔🔔<CR>-- ééé<CR>-- abc<CR><Esc>",
        "gg3l<C-v>jjI🎈<Esc>",
        "gg3lx",
        "gg0~gUU",
        ":2,3move $<CR>",
        "ggdd",
        "Go<CR><CR>-- end<Esc>",
        "ggVGdu",
    }) do
        keys(typed)
        local before = text(buffer)
        local expected = vim.fn.system({ program, "fmt", "-" }, before)
        equal({ typed, vim.v.shell_error }, { typed, 0 })
        api.nvim_buf_set_lines(other, 0, -1, true, lines(buffer))
        local options = lsp.util.make_formatting_params()
        lsp.util.apply_text_edits(workspace:ask("textDocument/formatting", options), other, "utf-16")
        equal({ typed, text(other) }, { typed, expected })
    end
end)

scenario("completion offers fields and values", "market", function(workspace)
    local buffer = workspace:open("market.rules")
    local function offered()
        local list = workspace:ask("textDocument/completion", lsp.util.make_position_params())
        local items = lsp.util.text_document_completion_list_to_complete_items(list, "")
        return vim.tbl_map(function(one) return one.word end, items)
    end
    go_to("s.is_sold := yes")
    keys("os.x<Esc>")
    equal(vim.list_slice(offered(), 1, 3), { "is_sold", "mood", "price" })
    keys("cwmood := hail<Esc>b")
    diagnostics(buffer, is_one_mistake)
    local values = vim.list_slice(offered(), 1, 3)
    equal(vim.fn.sort(values), { "fog", "rain", "sun" })
    keys("cwrain<Esc>")
    diagnostics(buffer, is_none)
end)

scenario("the lines of docs/editors.md are enough, and <C-x><C-o> completes", "market", function(workspace)
    vim.fn.mkdir(workspace:path("bin"))
    vim.loop.fs_symlink(program, workspace:path("bin/errata"))
    local other = vim.fn.jobstart(neovim("--embed"), {
        rpc = true,
        cwd = workspace.folder,
        env = { PATH = workspace:path("bin") .. ":" .. os.getenv("PATH") },
    })
    local function there(code) return vim.rpcrequest(other, "nvim_exec_lua", code, {}) end
    there(table.concat(vim.fn.readfile(os.getenv("ERRATA_GUIDE")), "\n"):match("```lua\n(.-)```"))
    there("vim.cmd('edit market.rules')")
    wait("the server", function() return there("return next(vim.lsp.buf_get_clients(0)) ~= nil") end)
    vim.rpcrequest(other, "nvim_input", "/is_sold :=<CR>os.m<C-x><C-o>")
    local function becomes(expected)
        wait(expected, function() return there("return vim.fn.getline('.')") == expected end)
    end
    becomes("    s.mood")
    vim.rpcrequest(other, "nvim_input", " := ra<C-x><C-o>")
    becomes("    s.mood := rain")
    vim.fn.jobstop(other)
end)

scenario("hover opens a window with the declaration", "market", function(workspace)
    workspace:open("market.rules")
    go_to("price_of(s))")
    lsp.buf.hover()
    local window = wait("a window", function()
        for _, one in ipairs(api.nvim_list_wins()) do
            if api.nvim_win_get_config(one).relative ~= "" then return one end
        end
    end)
    local shown = text(api.nvim_win_get_buf(window))
    has(shown, "define price_of(s: stall): number")
    has(shown, "In the rain everything is cheap.")
end)

scenario("definition jumps into the other file", "market", function(workspace)
    workspace:open("market.rules")
    go_to("price_of(s))", 3)
    lsp.buf.definition()
    wait("the other file", function() return vim.fn.expand("%:t") == "stalls.rules" end)
    local line, first = place("price_of")
    equal(api.nvim_win_get_cursor(0), { line + 1, first })
end)

scenario("references fill the list with places in both files", "market", function(workspace)
    workspace:open("market.rules")
    go_to("weather := rain", 11)
    lsp.buf.references({ includeDeclaration = true })
    local found = vim.tbl_map(function(one) return one:match("^%S+") end, quickfix())
    equal(vim.fn.sort(found), { "market.rules:20", "market.rules:24", "stalls.rules:2", "stalls.rules:7" })
end)

scenario("symbols of a text and of the workspace fill the list", "market", function(workspace)
    local buffer = workspace:open("market.rules")
    lsp.buf.document_symbol()
    has(table.concat(quickfix(), "\n"), "market.rules:11 [Event] buy")
    vim.fn.setqflist({})
    api.nvim_set_current_win(vim.fn.bufwinid(buffer))
    lsp.buf.workspace_symbol("price_of")
    equal(quickfix(), { "stalls.rules:7 [Function] price_of" })
end)

scenario("rename changes both files, and they open again without a mistake", "market", function(workspace)
    workspace:open("market.rules")
    keys("ggO-- 🎪<Esc>")
    go_to("weather := rain", 11)
    lsp.buf.rename("drizzle")
    wait("the new name", function() return text():find("weather := drizzle", 1, true) end)
    vim.cmd("wall")
    local stalls = table.concat(vim.fn.readfile(workspace:path("stalls.rules")), "\n")
    has(stalls, "enum weather: sun, drizzle, fog")
    has(stalls, "if s.mood = drizzle then")
    local said = vim.fn.system({ program, "check", workspace.folder })
    equal({ said, vim.v.shell_error }, { said, 0 })
end)

scenario("rename is refused for a name in a table and for a reserved word", "zoo", function(workspace)
    local buffer = workspace:open("zoo.rules")
    local before = text(buffer)
    local function refused(words, behind, name, why)
        notified = {}
        go_to(words, behind)
        lsp.buf.rename(name)
        has(wait("a refusal", function() return notified[1] end), why)
        equal(text(buffer), before)
    end
    refused("animal := Lion", 10, "Tiger", "animals.csv")
    refused("action feed", 7, "then", "'then'")
    refused("turn {", 0, "round", "No name")
end)

scenario("formatting mends the layout and nothing else", "zoo", function(workspace)
    local buffer = workspace:open("zoo.rules")
    local before = text(buffer)
    go_to("north.animal := Lion")
    keys("ccnorth.animal:=Lion;<Esc>Go<CR><Esc>")
    lsp.buf.formatting_sync(nil, longest_wait)
    equal(text(buffer), before)
end)

scenario("an action writes the name that was meant", "lighthouse", function(workspace)
    local buffer = workspace:open("lighthouse.rules")
    wait_for_loop(buffer)
    go_to('"rings the bell"')
    keys("f(hx")
    diagnostics(buffer, is_one_mistake)
    apply_action("Write 'ring'")
    wait("the name", function() return text():find('"rings the bell" { ring() }', 1, true) end)
    wait_for_loop(buffer)
end)

scenario("an action declares a phrase", "lighthouse", function(workspace)
    local buffer = workspace:open("lighthouse.rules")
    wait_for_loop(buffer)
    go_to("light 2")
    keys("cwput out<Esc>")
    diagnostics(buffer, is_one_mistake)
    apply_action("Declare a phrase")
    local phrase = '\nphrase effect "put out {n: number} candles" = …\n'
    wait("the phrase", function() return text():find(phrase, 1, true) end)
    go_to("= …", 2)
    keys("C" .. "do { candles := max(0, candles - n) }<Esc>")
    diagnostics(buffer, is_none)
end)

scenario("findings come with :write, go with an edit, and come back", "lighthouse", function(workspace)
    local buffer = workspace:open("lighthouse.rules")
    local loop = wait_for_loop(buffer)
    stands_at(loop, "When the bell rings, blow the horn.", buffer)
    local related = loop.user_data.lsp.relatedInformation
    equal(#related, 1)
    equal(related[1].location.range.start.line, (place("When the horn blows, ring the bell.")))
    go_to("blow the horn")
    keys("cf.light 1 candle.<Esc>")
    diagnostics(buffer, is_none)
    workspace:checked()
    equal(loops(buffer), {})
    keys("u")
    vim.cmd("write")
    stands_at(wait_for_loop(buffer), "When the bell rings, blow the horn.", buffer)
end)

scenario("a fix that was tried settles a finding", "lighthouse", function(workspace)
    local buffer = workspace:open("lighthouse.rules")
    wait("a check", function() return workspace.checks == 1 end)
    go_to("blow the horn")
    apply_action("Fix that was tried")
    wait("the fix", function() return text():find("limit 1 per turn", 1, true) end)
    workspace:checked()
    equal(loops(buffer), {})
end)

scenario("a page shows a finding", "lighthouse", function(workspace)
    local buffer = workspace:open("lighthouse.rules")
    wait_for_loop(buffer)
    go_to("blow the horn")
    apply_action("Show the play")
    local page = wait("a page", function()
        local found = vim.fn.glob(workspace:path("**/*.html"))
        local shown = found ~= "" and table.concat(vim.fn.readfile(found), "\n")
        return shown and shown:find("</html>", 1, true) and shown
    end)
    has(page, "Mirror")
    has(page, "Gull")
end)

scenario("a table is checked as it is in its buffer", "zoo", function(workspace)
    local buffer = workspace:open("animals.csv")
    go_to("Seal,2")
    keys("c6l🦭é,7<Esc>")
    local wrong = diagnostics(buffer, is_one_mistake)[1]
    local line, _, behind = place("🦭é,7")
    equal({ wrong.lnum, wrong.col, wrong.end_col }, { line, behind - 1, behind })
    keys("u")
    diagnostics(buffer, is_none)
    go_to("be quiet")
    keys("ct.ask for food<Esc>")
    vim.cmd("write")
    equal(wait_for_loop(buffer).lnum, (place("Lion", buffer)))
end)

scenario("a mistake in a file that is not open is kept for it", "market", function(workspace)
    local stalls = workspace:path("stalls.rules")
    vim.fn.writefile({ "enum weather: sun, rain", "", "kind stall: fish { is_sold: boool }" }, stalls)
    workspace:open("market.rules")
    local buffer = vim.fn.bufnr(stalls, true)
    diagnostics(buffer, is_one_mistake)
    workspace:open("stalls.rules")
    stands_at(diagnostics(buffer, is_one_mistake)[1], "boool", buffer)
    keys("/boool<CR>lx")
    diagnostics(buffer, is_none)
end)

scenario("leaving ends the server with 0", "lighthouse", function(workspace)
    workspace:open("lighthouse.rules")
    equal(workspace:stop(), 0)
end)

-- --- what runs them

-- In this Neovim. What went wrong goes to the standard output.
local function run(number)
    local one = scenarios[number]
    local is_fine, why = xpcall(function() one.run(workspace_of(one.game)) end, debug.traceback)
    if not is_fine then io.stdout:write(tostring(why)) end
    vim.cmd(is_fine and "qall!" or "cquit 1")
end

-- Each in another Neovim.
local function run_all()
    local wanted = os.getenv("ERRATA_SCENARIO") or ""
    local has_failed = false
    for number, one in ipairs(scenarios) do
        if one.name:find(wanted, 1, true) then
            local said = {}
            local begin = vim.loop.hrtime()
            local job = vim.fn.jobstart(neovim("-c", "luafile neovim.lua"), {
                env = { ERRATA_NUMBER = number },
                stdout_buffered = true,
                on_stdout = function(_, lines) said = lines end,
            })
            local code = vim.fn.jobwait({ job }, longest_scenario)[1]
            vim.fn.jobstop(job)
            local seconds = (vim.loop.hrtime() - begin) / 1e9
            local word = code == 0 and "ok    " or "FAILED"
            io.stdout:write(string.format("%s %6.2f s  neovim: %s\n", word, seconds, one.name))
            if code ~= 0 then
                has_failed = true
                io.stdout:write("        " .. table.concat(said, "\n        ") .. "\n")
            end
        end
    end
    vim.cmd(has_failed and "cquit 1" or "qall!")
end

local number = tonumber(os.getenv("ERRATA_NUMBER"))
if number then run(number) else run_all() end
