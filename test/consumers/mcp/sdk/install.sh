npm install --silent @modelcontextprotocol/sdk@1.32.2
