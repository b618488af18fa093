npm install --silent @modelcontextprotocol/client@2.4.0
