openapi-generator-cli generate -g csharp -i openapi-3.0.json -o sdk --additional-properties packageName=MessagingClient \
  2>&1 | tee generate.log
# This warning is about a list of texts in a form, for which the right type is written.
known="Could not compute datatypeWithEnum from string, null"
if grep -E "WARN|ERROR" generate.log | grep -v "$known"; then exit 1; fi
