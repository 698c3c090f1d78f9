//! A socket that loses its patience.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use crate::places::Place;
use crate::serving::{ConnectionState, Timeouts};

/// Bytes of a piece that is small, and the most of them in one head: with each the whole head is read anew.
const SMALL: usize = 512;
const MOST_SMALL: u32 = 64;

/// A connection: it ends when the head of any request, not only of the first, takes too long or comes bit by bit; when the client stops
/// reading; and, once the server closes, as soon as nothing is being served on it.
pub struct TimedConnection<S = TcpStream> {
    io: S,
    watch: ConnectionState,
    patience: Timeouts,
    head: Option<Head>,
    reader: Option<Pin<Box<Sleep>>>,
    closing: Pin<Box<WaitForCancellationFutureOwned>>,
    _place: Option<Place>,
}

/// A head of which a part has come.
struct Head {
    /// The wait for the rest.
    timer: Pin<Box<Sleep>>,
    /// How many requests had begun before it.
    before: u64,
    /// Small pieces that came of it.
    small: u32,
}

impl<S> TimedConnection<S> {
    /// Watches `io` until `closing`; it takes a place until then.
    pub fn new(io: S, patience: Timeouts, closing: CancellationToken, place: Option<Place>) -> Self {
        let closing = Box::pin(closing.cancelled_owned());
        let watch = ConnectionState::default();
        Self { io, watch, patience, head: None, reader: None, closing, _place: place }
    }

    /// What the requests of this connection have to tell.
    pub fn watch(&self) -> ConnectionState {
        self.watch.clone()
    }

    /// Bytes came in: if they begin a head, the rest of it is waited for. Answers whether it comes in pieces that are large enough.
    fn came_in(&mut self, bytes: usize) -> bool {
        self.forget_read_head();
        if self.watch.is_serving() {
            return true;
        }
        let (patience, before) = (self.patience.head, self.watch.begun());
        let head =
            self.head.get_or_insert_with(|| Head { timer: Box::pin(sleep(patience)), before, small: 0 });
        head.small += u32::from(bytes < SMALL);
        head.small <= MOST_SMALL
    }

    /// A head that was read is waited for no longer.
    fn forget_read_head(&mut self) {
        let begun = self.watch.begun();
        if self.head.as_ref().is_some_and(|head| head.before != begun) {
            self.head = None;
        }
    }

    /// Nothing came in: how that ends.
    fn nothing_came(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.forget_read_head();
        if let Some(head) = &mut self.head
            && head.timer.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the head of a request")));
        }
        let closing = self.closing.as_mut().poll(context).is_ready();
        if !self.watch.is_serving() {
            return if closing { Poll::Ready(Ok(())) } else { Poll::Pending };
        }
        // What is served now may end after the closing, and then nothing else would happen here.
        self.watch.wake_when_done(context.waker());
        Poll::Pending
    }

    /// What came of a write: progress, or a client that takes nothing.
    fn wrote<T>(&mut self, wrote: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if wrote.is_ready() {
            self.reader = None;
            return wrote;
        }
        let patience = self.patience.reader;
        let timer = self.reader.get_or_insert_with(|| Box::pin(sleep(patience)));
        match timer.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the reader"))),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedConnection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.io).poll_read(context, buffer) {
            Poll::Pending => self.nothing_came(context),
            Poll::Ready(result) => {
                let read = buffer.filled().len() - before;
                if read > 0 && !self.came_in(read) {
                    return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "a head bit by bit")));
                }
                Poll::Ready(result)
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedConnection<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.io).poll_write(context, bytes);
        self.wrote(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.io).poll_write_vectored(context, slices);
        self.wrote(wrote, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::{Instant, advance};

    use super::*;

    const PATIENCE: Timeouts = Timeouts { head: Duration::from_secs(5), reader: Duration::from_secs(10) };

    fn pair() -> (TimedConnection<DuplexStream>, DuplexStream, CancellationToken) {
        let (server, client) = duplex(16);
        let closing = CancellationToken::new();
        (TimedConnection::new(server, PATIENCE, closing.clone(), None), client, closing)
    }

    #[tokio::test(start_paused = true)]
    async fn every_head_is_timed_from_its_first_byte() {
        let (mut connection, mut client, _closing) = pair();
        for _ in 0..2 {
            advance(Duration::from_secs(60)).await; // idle is not for us to judge
            client.write_all(b"GET").await.unwrap();
            let mut bytes = [0; 3];
            connection.read_exact(&mut bytes).await.unwrap();
            drop(connection.watch().serve());
        }
        client.write_all(b"GE").await.unwrap();
        let began = Instant::now();
        let mut bytes = [0; 3];
        let error = connection.read_exact(&mut bytes).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), 5);
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_comes_bit_by_bit_is_given_up_and_bodies_and_further_heads_are_not() {
        let (mut connection, mut client, _closing) = pair();
        let mut byte = [0; 1];
        for _ in 0..2 {
            for _ in 0..MOST_SMALL {
                client.write_all(b"G").await.unwrap();
                connection.read_exact(&mut byte).await.unwrap();
            }
            let serving = connection.watch().serve();
            for _ in 0..2 * MOST_SMALL {
                client.write_all(b"b").await.unwrap();
                connection.read_exact(&mut byte).await.unwrap();
            }
            drop(serving);
        }
        for n in 0..=MOST_SMALL {
            client.write_all(b"G").await.unwrap();
            assert_eq!(connection.read_exact(&mut byte).await.is_err(), n == MOST_SMALL, "{n}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_comes_while_a_request_is_served_is_not_a_head() {
        let (mut connection, mut client, _closing) = pair();
        let serving = connection.watch().serve();
        client.write_all(b"body").await.unwrap();
        let mut bytes = [0; 4];
        connection.read_exact(&mut bytes).await.unwrap();
        assert!(connection.head.is_none());
        drop(serving);
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_stops_is_cut_and_a_slow_one_is_not() {
        let (mut connection, mut client, _closing) = pair();
        connection.write_all(&[0; 16]).await.unwrap();
        let slow = tokio::spawn(async move {
            for _ in 0..16 {
                sleep(Duration::from_secs(9)).await;
                client.read_u8().await.unwrap();
            }
            client
        });
        connection.write_all(&[0; 16]).await.unwrap();
        let client = slow.await.unwrap();
        assert_eq!(connection.write_all(&[0; 16]).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(client);
    }

    #[tokio::test(start_paused = true)]
    async fn once_closing_it_ends_when_nothing_is_served() {
        let (mut connection, _client, closing) = pair();
        let serving = connection.watch().serve();
        closing.cancel();
        let mut byte = [0; 1];
        tokio::select! {
            biased;
            read = connection.read(&mut byte) => panic!("{read:?} while a request is served"),
            () = sleep(Duration::from_secs(1)) => {}
        }
        // Whoever waits to read is woken by the end of what is served.
        let read = tokio::task::LocalSet::new();
        let read = read.run_until(async {
            let end = tokio::task::spawn_local(async move { drop(serving) });
            let read = connection.read(&mut byte).await;
            end.await.unwrap();
            read
        });
        assert_eq!(read.await.unwrap(), 0);
    }
}
