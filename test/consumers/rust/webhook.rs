//! Receives replies and verifies their signature.

use std::{error::Error, sync::Arc, time::Duration};

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, http::StatusCode, routing::post};
use serde_json::Value;
use standardwebhooks::Webhook;
use tokio::{net::TcpListener, sync::mpsc, time::timeout};

/// Listens on a free port of loopback. Replies whose signature is right go into a channel.
pub struct ReplyServer {
    pub url: String,
    replies: mpsc::Receiver<Value>,
}

type Receiving = (Arc<Webhook>, mpsc::Sender<Value>);

impl ReplyServer {
    pub async fn start(secret: &str) -> Result<Self, Box<dyn Error>> {
        let (sender, replies) = mpsc::channel(1);
        let receiving = (Arc::new(Webhook::new(secret)?), sender);
        let app = Router::new()
            .route("/replies", post(receive))
            .with_state(receiving);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/replies", listener.local_addr()?);
        tokio::spawn(async { axum::serve(listener, app).await });
        Ok(Self { url, replies })
    }

    /// Returns the next reply.
    pub async fn wait(&mut self) -> Result<Value, Box<dyn Error>> {
        let reply = timeout(Duration::from_secs(60), self.replies.recv()).await?;
        reply.ok_or("the listener has ended".into())
    }
}

async fn receive(
    State((webhook, sender)): State<Receiving>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, StatusCode> {
    webhook
        .verify(&body, &headers)
        .map_err(|_| StatusCode::UNAUTHORIZED)?;
    let reply = serde_json::from_slice(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    sender.send(reply).await.map_err(|_| StatusCode::GONE)?;
    Ok(StatusCode::NO_CONTENT)
}
