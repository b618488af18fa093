package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// ReplyServer receives replies and verifies their signature.
type ReplyServer struct {
	URL     string
	replies chan []byte
}

// StartReplyServer listens on a free port of loopback. Replies whose signature is right go into a channel.
func StartReplyServer(secret string) (*ReplyServer, error) {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &ReplyServer{URL: "http://" + listener.Addr().String() + "/replies", replies: make(chan []byte, 1)}
	go http.Serve(listener, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || webhook.Verify(body, request.Header) != nil {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		server.replies <- body
		response.WriteHeader(http.StatusNoContent)
	}))
	return server, nil
}

// Wait returns the body of the next reply.
func (server *ReplyServer) Wait() ([]byte, error) {
	select {
	case body := <-server.replies:
		return body, nil
	case <-time.After(time.Minute):
		return nil, errors.New("no reply within a minute")
	}
}
