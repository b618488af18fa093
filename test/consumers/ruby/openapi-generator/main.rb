# Uses the service through the client of openapi-generator.

require "json"
require "messaging_client"
require "securerandom"
require_relative "webhook"

Messaging.configure do |config|
  config.server_index = 0
  config.server_variables[:base_url] = ENV.fetch("MESSAGING_URL")
  config.api_key["X-API-Key"] = ENV.fetch("MESSAGING_API_KEY")
end
texts = Messaging::MessagingApi.new
threads = Messaging::ThreadsApi.new
contacts = Messaging::ContactsApi.new
passcodes = Messaging::OtpApi.new

# Send a text, and send it again: the second response is a replay of the first.
text = Messaging::SendText.new(phone_number: "+12025550123", message: "Your order has shipped.")
key = SecureRandom.uuid
sent = texts.send_text(text, idempotency_key: key)
again, _, headers = texts.send_text_with_http_info(text, idempotency_key: key)
replayed = headers["X-Idempotency-Replayed"] == "true" && again.text_id == sent.text_id

# Receive a reply: in test mode this number answers YES.
replies = ReplyServer.new(ENV.fetch("MESSAGING_WEBHOOK_SECRET"))
texts.send_text(
  Messaging::SendText.new(phone_number: "+15005550006", message: "Shall we come?", reply_webhook_url: replies.url)
)
reply = replies.wait

# Read all threads, page by page.
found = []
cursor = nil
loop do
  page = threads.list_threads(per_page: 1, cursor: cursor)
  found += page.threads
  cursor = page.next_cursor
  break if cursor.nil?
end

# Add a contact by a bare phone, and one by a phone with a label.
ada = contacts.upsert_contact(Messaging::UpsertContact.new(name: "Ada", phones: ["+12025550123"]))
work = Messaging::ContactPhoneInput.new(phone_number: "+12025550124", label: "work")
grace = contacts.upsert_contact(Messaging::UpsertContact.new(name: "Grace", phones: [work]))

# Generate a passcode and verify it: in test mode this number gets the code 123456.
passcodes.generate_otp(Messaging::GenerateOtp.new(phone: "+15005550009", recipient_id: "user-42"))
verified = passcodes.verify_otp(Messaging::VerifyOtp.new(recipient_id: "user-42", otp: "123456"))

# Read the code of a refusal.
begin
  texts.send_text(Messaging::SendText.new(phone_number: "+12025550", message: "Hello"))
rescue Messaging::ApiError => error
  refusal = Messaging::Problem.build_from_hash(JSON.parse(error.response_body)).error
end

puts JSON.generate(
  status: sent.status,
  replayed: replayed,
  threads: found.map(&:id).uniq.size,
  contacts: [ada.contact.id, grace.contact.id].uniq.size,
  passcode: verified.status,
  refusal: refusal,
  reply: reply["text"]
)
