openapi-generator-cli generate -g kotlin -i openapi.json -o sdk \
  --package-name com.example.messaging --schema-mappings PhoneOrNumber=kotlin.Any
mvn --batch-mode --quiet compile dependency:copy-dependencies -DoutputDirectory=target/lib
