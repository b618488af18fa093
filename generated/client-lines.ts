// Generated from docs/doors.md by `npm run generate`. Do not edit.

/** What to write in an app, by its client: an example with the address of a server, an account and a recipient. */
export const clientLines = [
  {
    "name": "curl",
    "lines": "curl https://sms.example.com/api/text \\\n  -H \"X-API-Key: $MESSAGING_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"phone_number\": \"+12025550123\", \"message\": \"Hello\"}'"
  },
  {
    "name": "Command line",
    "lines": "MESSAGING_URL=https://sms.example.com messaging send +12025550123 \"Hello\""
  },
  {
    "name": "Twilio for Node",
    "lines": "import twilio from \"twilio\";\n\nconst client = twilio(\"AC0123456789abcdef0123456789abcdef\", process.env.TWILIO_AUTH_TOKEN);\nclient.api.baseUrl = client.verify.baseUrl = \"https://sms.example.com\";\nawait client.messages.create({ to: \"+12025550123\", body: \"Hello\" });"
  },
  {
    "name": "Twilio for Python",
    "lines": "import os\nfrom twilio.rest import Client\n\nclient = Client(\"AC0123456789abcdef0123456789abcdef\", os.environ[\"TWILIO_AUTH_TOKEN\"])\nclient.api.base_url = client.verify.base_url = \"https://sms.example.com\"\nclient.messages.create(to=\"+12025550123\", body=\"Hello\")"
  },
  {
    "name": "Twilio for Go",
    "lines": "package main\n\nimport (\n\t\"net/http\"\n\t\"net/url\"\n\t\"os\"\n\n\t\"github.com/twilio/twilio-go\"\n\t\"github.com/twilio/twilio-go/client\"\n\topenapi \"github.com/twilio/twilio-go/rest/api/v2010\"\n)\n\ntype toServer struct{}\n\nfunc (toServer) RoundTrip(request *http.Request) (*http.Response, error) {\n\tserver, _ := url.Parse(\"https://sms.example.com\")\n\trequest = request.Clone(request.Context())\n\trequest.URL.Scheme, request.URL.Host = server.Scheme, server.Host\n\trequest.URL.Path = server.Path + request.URL.Path\n\treturn http.DefaultTransport.RoundTrip(request)\n}\n\nfunc main() {\n\tbase := &client.Client{\n\t\tCredentials: client.NewCredentials(\"AC0123456789abcdef0123456789abcdef\", os.Getenv(\"TWILIO_AUTH_TOKEN\")),\n\t\tHTTPClient:  &http.Client{Transport: toServer{}},\n\t}\n\tbase.SetAccountSid(\"AC0123456789abcdef0123456789abcdef\")\n\tapi := twilio.NewRestClientWithParams(twilio.ClientParams{Client: base}).Api\n\tmessage := (&openapi.CreateMessageParams{}).SetTo(\"+12025550123\").SetBody(\"Hello\")\n\tif _, err := api.CreateMessage(message); err != nil {\n\t\tpanic(err)\n\t}\n}"
  },
  {
    "name": "Twilio for Java",
    "lines": "import com.twilio.http.NetworkHttpClient;\nimport com.twilio.http.TwilioRestClient;\nimport com.twilio.rest.api.v2010.account.Message;\nimport com.twilio.type.PhoneNumber;\nimport org.apache.hc.client5.http.impl.DefaultSchemePortResolver;\nimport org.apache.hc.client5.http.impl.classic.HttpClientBuilder;\nimport org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;\nimport org.apache.hc.core5.http.HttpHost;\n\npublic class Send {\n    public static void main(String[] args) throws Exception {\n        var server = HttpHost.create(\"https://sms.example.com\");\n        var routes = new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE);\n        var http = HttpClientBuilder.create().setRoutePlanner((host, context) -> routes.determineRoute(server, context));\n        var client = new TwilioRestClient.Builder(\"AC0123456789abcdef0123456789abcdef\", System.getenv(\"TWILIO_AUTH_TOKEN\"))\n            .httpClient(new NetworkHttpClient(http))\n            .build();\n        Message.creator(new PhoneNumber(\"+12025550123\"), \"MG0123456789abcdef0123456789abcdef\", \"Hello\").create(client);\n    }\n}"
  },
  {
    "name": "Twilio for C#",
    "lines": "using Twilio;\nusing Twilio.Clients;\nusing Twilio.Http;\nusing Twilio.Rest.Api.V2010.Account;\n\nvar http = new SystemNetHttpClient(new System.Net.Http.HttpClient(new ToServer()));\nvar token = Environment.GetEnvironmentVariable(\"TWILIO_AUTH_TOKEN\");\nTwilioClient.SetRestClient(new TwilioRestClient(\"AC0123456789abcdef0123456789abcdef\", token, httpClient: http));\nawait MessageResource.CreateAsync(to: \"+12025550123\", body: \"Hello\");\n\nclass ToServer() : DelegatingHandler(new HttpClientHandler())\n{\n    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellation)\n    {\n        request.RequestUri = new Uri(\"https://sms.example.com\" + request.RequestUri!.PathAndQuery);\n        return base.SendAsync(request, cancellation);\n    }\n}"
  },
  {
    "name": "Twilio for PHP",
    "lines": "<?php\nrequire __DIR__ . '/vendor/autoload.php';\n\nclass ToServer extends Twilio\\Http\\CurlClient\n{\n    public function request(...$arguments): Twilio\\Http\\Response\n    {\n        $arguments[1] = preg_replace('#^https://[^/]+#', 'https://sms.example.com', $arguments[1]);\n        return parent::request(...$arguments);\n    }\n}\n\n$client = new Twilio\\Rest\\Client('AC0123456789abcdef0123456789abcdef', getenv('TWILIO_AUTH_TOKEN'), null, null, new ToServer());\n$client->messages->create('+12025550123', ['body' => 'Hello']);"
  },
  {
    "name": "Twilio for Ruby",
    "lines": "require 'twilio-ruby'\n\nclass ToServer < Twilio::HTTP::Client\n  def request(host, port, method, url, *rest)\n    super(host, port, method, url.sub(%r{\\Ahttps://[^/]+}, 'https://sms.example.com'), *rest)\n  end\nend\n\nclient = Twilio::REST::Client.new('AC0123456789abcdef0123456789abcdef', ENV['TWILIO_AUTH_TOKEN'], nil, nil, ToServer.new)\nclient.messages.create(to: '+12025550123', body: 'Hello')"
  },
  {
    "name": "Textbelt by curl",
    "lines": "curl https://sms.example.com/text \\\n  --data-urlencode phone=+12025550123 \\\n  --data-urlencode message=Hello \\\n  --data-urlencode key=\"$MESSAGING_API_KEY\""
  },
  {
    "name": "Supabase Auth",
    "lines": "GOTRUE_HOOK_SEND_SMS_ENABLED=true\nGOTRUE_HOOK_SEND_SMS_URI=https://sms.example.com/hooks/supabase/AC0123456789abcdef0123456789abcdef/send-sms\nGOTRUE_HOOK_SEND_SMS_SECRETS=v1,whsec_…"
  }
];
