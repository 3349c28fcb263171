package io.iamplane.http.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The unread answers of one HTTP/2 connection. Its windows keep them from the socket, so that the
 * channel counts as read. Resets a stream without progress, not the connection: behind a proxy the
 * other streams may belong to other clients. On the event loop alone, unless a method says
 * otherwise.
 */
final class UnreadStreams extends Http2ConnectionAdapter {

  /** Beyond these, requests wait. */
  static final long MANY_BYTES = 256 * 1024;

  private static final String SENT = "iam-sent";

  private final Channel channel;
  private final Runnable proceed;
  private final Map<Integer, UnreadStream> streams = new HashMap<>();
  private @Nullable ChannelHandlerContext codec;
  private long held;
  private volatile boolean watched;

  /**
   * @param proceed lets requests go on that wait
   */
  UnreadStreams(Channel channel, Runnable proceed) {
    this.channel = channel;
    this.proceed = proceed;
  }

  void begin(HttpServerResponse response) {
    ChannelHandlerContext context = codec();
    Http2Stream stream =
        context == null ? null : http2(context).connection().stream(response.streamId());
    if (stream != null) {
      streams.put(stream.id(), new UnreadStream(stream, response::bytesWritten));
      watched = true;
    }
  }

  private @Nullable ChannelHandlerContext codec() {
    if (codec == null) {
      codec = channel.pipeline().context(Http2ConnectionHandler.class);
      if (codec != null) {
        channel.pipeline().addBefore(codec.name(), SENT, new SentData());
        http2(codec).connection().addListener(this);
      }
    }
    return codec;
  }

  private static Http2ConnectionHandler http2(ChannelHandlerContext codec) {
    return (Http2ConnectionHandler) codec.handler();
  }

  private void sent(int id, int bytes) {
    UnreadStream stream = streams.get(id);
    if (stream != null) {
      held -= stream.sent(bytes);
    }
  }

  /** Notes an answer, from any thread; the unsent rest is known a moment later. */
  void end(int id) {
    channel.eventLoop().execute(() -> hold(id));
  }

  private void hold(int id) {
    UnreadStream stream = streams.get(id);
    if (stream != null && isBlocked(stream)) {
      held += stream.hold();
    }
  }

  /** Returns true if the client has read enough for more requests to begin. */
  boolean isRead() {
    return held <= MANY_BYTES;
  }

  /** Resets streams with a client that does not read on; from the timer. */
  void resetStuck(long now, long limitNanos) {
    if (watched) {
      channel.eventLoop().execute(() -> look(now, limitNanos));
    }
  }

  private void look(long now, long limitNanos) {
    for (UnreadStream stream : List.copyOf(streams.values())) {
      if (stream.isStuck(isBlocked(stream), now, limitNanos)) {
        reset(stream);
      }
    }
  }

  /**
   * Returns true if the stream waits for its client. A thread writes a long answer in parts, and
   * waits between them. A stream that was sent to its end is not writable either; the rest of its
   * request has limits of its own.
   */
  private boolean isBlocked(UnreadStream stream) {
    if (codec == null || !stream.stream().state().localSideOpen()) {
      return false;
    }
    Http2RemoteFlowController flow = http2(codec).encoder().flowController();
    return flow.hasFlowControlled(stream.stream()) || !flow.isWritable(stream.stream());
  }

  private void reset(UnreadStream stream) {
    if (codec != null) {
      long code = Http2Error.ENHANCE_YOUR_CALM.code();
      var _ = http2(codec).resetStream(codec, stream.stream().id(), code, codec.newPromise());
      codec.flush();
    }
  }

  @Override
  public void onStreamClosed(Http2Stream closed) {
    UnreadStream stream = streams.remove(closed.id());
    if (stream != null) {
      held -= stream.held();
      watched = !streams.isEmpty();
      proceed.run();
    }
  }

  /**
   * Counts the stream data that one HTTP/2 connection sends. The codec above it holds back data
   * beyond the client's windows, and does not report the amount by stream.
   */
  private final class SentData extends ChannelOutboundHandlerAdapter {

    private static final int HEADER_BYTES = 9;
    private static final int TYPE_AT = 3;
    private static final int STREAM_AT = 5;
    private static final int DATA = 0;

    private long left;

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      if (message instanceof ByteBuf bytes) {
        look(bytes);
      }
      var _ = context.write(message, promise);
    }

    /** The codec writes the head of such a frame alone, its content next. */
    private void look(ByteBuf bytes) {
      if (left > 0) {
        left -= bytes.readableBytes();
      } else if (bytes.readableBytes() == HEADER_BYTES) {
        int at = bytes.readerIndex();
        if (bytes.getByte(at + TYPE_AT) == DATA) {
          int length = bytes.getUnsignedMedium(at);
          left = length;
          sent(bytes.getInt(at + STREAM_AT), length);
        }
      }
    }
  }
}
