# Receives replies and verifies their signature.

require "json"
require "openssl"
require "timeout"
require "webrick"

# Returns the content of a webhook that is signed as Standard Webhooks says, and nil for any other request.
def verify_webhook(secret, request)
  id = request["webhook-id"]
  timestamp = request["webhook-timestamp"]
  return if (Time.now.to_i - timestamp.to_i).abs > 300

  key = secret.delete_prefix("whsec_").unpack1("m")
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{request.body}")
  expected = "v1,#{[digest].pack("m0")}"
  # While a secret is replaced, each request has a signature of the old one and one of the new one.
  signatures = request["webhook-signature"].to_s.split
  JSON.parse(request.body) if signatures.any? { |signature| OpenSSL.secure_compare(signature, expected) }
end

# Listens on a free port of loopback. Replies whose signature is right go into a queue.
class ReplyServer
  attr_reader :url

  def initialize(secret)
    @replies = Queue.new
    server = WEBrick::HTTPServer.new(
      BindAddress: "127.0.0.1", Port: 0, AccessLog: [], Logger: WEBrick::Log.new(File::NULL)
    )
    server.mount_proc("/replies") do |request, response|
      reply = verify_webhook(secret, request)
      @replies << reply if reply
      response.status = reply ? 204 : 401
    end
    Thread.new { server.start }
    @url = "http://127.0.0.1:#{server.config[:Port]}/replies"
  end

  # Returns the next reply.
  def wait(seconds = 60)
    Timeout.timeout(seconds) { @replies.pop }
  end
end
