# Debian has the libraries: apt-get install php-cli php-curl php-mbstring php-guzzlehttp-guzzle.
# With Composer instead: the folder sdk as a repository of the type path, and composer require messaging/client:@dev.
openapi-generator-cli generate -g php -i openapi.json -o sdk \
  --additional-properties=invokerPackage=Messaging,composerPackageName=messaging/client
