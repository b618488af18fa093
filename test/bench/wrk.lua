-- Sends each request of the standard input once, in order. The input has the length of each request in bytes, a line end and
-- the request. When all are sent, the thread stops, because a repeated request may have another result.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds, nanoseconds; } instant;
  int clock_gettime(int clock, instant *now);
]]

local function microseconds()
  local monotonic, now = 1, ffi.new("instant")
  ffi.C.clock_gettime(monotonic, now)
  return tonumber(now.seconds) * 1e6 + tonumber(now.nanoseconds) / 1e3
end

local requests, calls, started = {}, 0, nil

-- The time until all requests were sent; 0 if some were left. It is global, so that `done` can read it.
elapsed = 0

function setup(thread)
  worker = thread
end

function init()
  local length = io.read("*l")
  while length do
    requests[#requests + 1] = io.read(tonumber(length))
    length = io.read("*l")
  end
end

function request()
  calls = calls + 1
  -- wrk calls it once before the start and does not send the result.
  if calls == 2 then started = microseconds() end
  if calls == 1 or requests[calls - 1] then return requests[math.max(1, calls - 1)] end
  if elapsed == 0 then
    elapsed = microseconds() - started
    wrk.thread:stop()
  end
  return ""
end

function done(summary, latency)
  local ended, errors = worker:get("elapsed"), summary.errors
  if ended == 0 then ended = summary.duration end
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d,"refused":%d}\n',
    summary.requests, ended, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout, errors.status
  ))
end
