openapi-generator-cli generate -g rust -i openapi.json -o sdk --additional-properties packageName=messaging-client
cargo build --quiet
