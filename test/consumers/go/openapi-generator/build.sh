openapi-generator-cli generate -g go -i openapi.json -o sdk \
  --additional-properties packageName=messaging,withGoMod=false \
  --additional-properties enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false
go build -o consumer .
