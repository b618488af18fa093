openapi-generator-cli generate -g java -i openapi.json -o sdk --additional-properties library=native \
  --group-id com.example --artifact-id messaging-client --artifact-version 1 \
  --invoker-package com.example.messaging --api-package com.example.messaging.api \
  --model-package com.example.messaging.model
mvn --batch-mode --quiet --file sdk -Dmaven.test.skip install
mvn --batch-mode --quiet compile dependency:copy-dependencies -DoutputDirectory=target/lib
