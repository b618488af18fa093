// Receives events at an endpoint, and verifies them with the endpoint's secret.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type post struct {
	body    []byte
	headers http.Header
}

func main() {
	posts := make(chan post, 10)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	go http.Serve(listener, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		check(err)
		posts <- post{body, request.Header}
		response.WriteHeader(http.StatusNoContent)
	}))

	var created struct {
		WebhookEndpoint struct{ ID string }
	}
	call("POST", "/api/webhook-endpoints", map[string]any{"url": "http://" + listener.Addr().String() + "/events"}, &created)
	path := "/api/webhook-endpoints/" + created.WebhookEndpoint.ID
	var answer struct{ Secret string }
	call("GET", path+"/secret", nil, &answer)
	webhook, err := standardwebhooks.NewWebhook(answer.Secret)
	check(err)

	// Ask for a test, then cause an event.
	call("POST", path+"/test", nil, nil)
	first := wait(posts)
	call("POST", "/api/text", map[string]any{"phone_number": "+12025550123", "message": "Hello"}, nil)
	types := []string{}
	for _, received := range []post{first, wait(posts)} {
		check(webhook.Verify(received.body, received.headers))
		var event struct{ Type string }
		check(json.Unmarshal(received.body, &event))
		types = append(types, event.Type)
	}
	forged := webhook.Verify(append(first.body, ' '), first.headers)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"types": types, "acceptsForged": forged == nil}))
}

// call calls an operation, and decodes its answer unless it is not wanted.
func call(method, path string, body, answer any) {
	content := []byte{}
	if body != nil {
		var err error
		content, err = json.Marshal(body)
		check(err)
	}
	request, err := http.NewRequest(method, os.Getenv("MESSAGING_URL")+path, bytes.NewReader(content))
	check(err)
	request.Header.Set("X-API-Key", os.Getenv("MESSAGING_API_KEY"))
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		log.Fatal(fmt.Sprint(method, path, response.Status))
	}
	if answer != nil {
		check(json.NewDecoder(response.Body).Decode(answer))
	}
}

func wait(posts chan post) post {
	select {
	case received := <-posts:
		return received
	case <-time.After(time.Minute):
		log.Fatal("no post within a minute")
		return post{}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
