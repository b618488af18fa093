# Debian has the libraries: apt-get install ruby ruby-typhoeus.
# With Bundler instead: gem "messaging_client", path: "sdk" and gem "webrick" in the Gemfile.
openapi-generator-cli generate -g ruby -i openapi.json -o sdk \
  --additional-properties=gemName=messaging_client,moduleName=Messaging
