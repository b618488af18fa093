openapi-generator-cli generate -g csharp -i openapi-3.0.json -o sdk --additional-properties packageName=MessagingClient \
  2>&1 | tee generate.log
if grep -E "WARN|ERROR" generate.log; then exit 1; fi
