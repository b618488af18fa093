// Command consumer calls each tool with the Go SDK of the protocol.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type call struct {
	Key  string         `json:"key"`
	Name string         `json:"name"`
	Args map[string]any `json:"args"`
}

type seen struct {
	Version string   `json:"version"`
	Tools   []string `json:"tools"`
	Called  []string `json:"called"`
}

// withKey adds the API key to each request.
type withKey string

func (key withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("X-API-Key", string(key))
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	content, err := os.ReadFile("calls.json")
	if err != nil {
		log.Fatal(err)
	}
	var calls []call
	if err := json.Unmarshal(content, &calls); err != nil {
		log.Fatal(err)
	}
	var all seen
	for _, each := range calls {
		if err := run(each, &all); err != nil {
			log.Fatalf("%s: %v", each.Name, err)
		}
	}
	line, err := json.Marshal(all)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
}

func run(each call, all *seen) error {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "consumer", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   os.Getenv("MESSAGING_URL") + "/api/mcp",
		HTTPClient: &http.Client{Transport: withKey(each.Key)},
	}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	all.Version = session.InitializeResult().ProtocolVersion
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	all.Tools = nil
	for _, tool := range list.Tools {
		all.Tools = append(all.Tools, tool.Name)
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: each.Name, Arguments: each.Args})
	if err != nil {
		return err
	}
	if result.IsError {
		return fmt.Errorf("an error: %v", result.Content[0])
	}
	all.Called = append(all.Called, each.Name)
	return nil
}
