package io.iamplane.http.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Counts the stream data that one HTTP/2 connection sends. The codec above it holds back data
 * beyond the client's windows, and does not report the amount by stream.
 */
final class SentData extends ChannelOutboundHandlerAdapter {

  private static final int HEADER_BYTES = 9;
  private static final int TYPE_AT = 3;
  private static final int STREAM_AT = 5;
  private static final int DATA = 0;

  private final Observer observer;
  private long left;

  SentData(Observer observer) {
    this.observer = observer;
  }

  /** Learns of each frame of data. */
  @FunctionalInterface
  interface Observer {
    void sent(int stream, int bytes);
  }

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
        observer.sent(bytes.getInt(at + STREAM_AT), length);
      }
    }
  }
}
