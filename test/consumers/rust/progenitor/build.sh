# progenitor reads one media type for a body and one schema for errors: what clients do not call is left out.
jq 'del(.paths["/api/mcp"], (.paths[][] | select(.requestBody.content | length > 1)))' openapi-3.0.json > api.json
cargo build --quiet
