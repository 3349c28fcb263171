package io.iamplane.packaged.siege;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Many connections without a token, held by one thread: each sends a part at every tick, and is
 * opened again some ticks after the server closed it.
 */
final class Crowd implements Attack {

  private static final long TICK_MILLIS = 250;
  private static final int AGAIN_AFTER_TICKS = 8;
  private static final int OPENED_EACH_TICK = 100;
  private static final int CHUNK = 64 * 1024;
  private static final int CHUNKS = 15;

  private final String name;
  private final int full;
  private final Script script;

  private Crowd(String name, int full, Script script) {
    this.name = name;
    this.full = full;
    this.script = script;
  }

  /** The bytes that a connection sends at its nth tick; may be empty. */
  private interface Script {
    byte[] at(int tick);
  }

  /** Bodies in chunks, each nearly 1 MB and then a byte at a time, never at their end. */
  static Crowd bodies(int full) {
    byte[] head =
        text(
            "POST /api/iam/v1/users HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    byte[] chunk = text(Integer.toHexString(CHUNK) + "\r\n" + " ".repeat(CHUNK) + "\r\n");
    byte[] single = text("1\r\n \r\n");
    return new Crowd("bodies", full, tick -> tick == 0 ? head : tick <= CHUNKS ? chunk : single);
  }

  /** Heads that never end, a byte each second. */
  static Crowd halfHeads(int full) {
    byte[] begin = text("GET /api/iam/v1/users HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
    byte[] more = text("a");
    byte[] nothing = {};
    return new Crowd(
        "half heads", full, tick -> tick == 0 ? begin : tick % 4 == 0 ? more : nothing);
  }

  /** Connections that say nothing at all. */
  static Crowd idle(int full) {
    byte[] nothing = {};
    return new Crowd("idle connections", full, _ -> nothing);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public String name() {
    return name;
  }

  /** One connection of the crowd. */
  private static final class Member {
    private final String address;
    private SocketChannel channel;
    private ByteBuffer rest = ByteBuffer.allocate(0);
    private int tick;
    private int waits;
    private long opened;

    Member(int number) {
      // Not the proxy's, so that whatever they claim in headers counts for nothing.
      this.address = "127.0.0." + (2 + number % 14);
    }
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < target.part(full); i++) {
      members.add(new Member(i));
    }
    try (Selector selector = Selector.open()) {
      while (target.goesOn()) {
        long next = System.currentTimeMillis() + TICK_MILLIS;
        tick(members, selector, target.port(), tally);
        for (long left = TICK_MILLIS; left > 0; left = next - System.currentTimeMillis()) {
          selector.select(left);
          heard(selector, tally);
        }
      }
      long held = members.stream().filter(member -> member.channel != null).count();
      tally.count("held at the end: " + held);
    } finally {
      for (Member member : members) {
        close(member);
      }
    }
  }

  private void tick(List<Member> members, Selector selector, int port, Tally tally) {
    int opens = OPENED_EACH_TICK;
    for (Member member : members) {
      try {
        if (member.channel != null) {
          send(member);
        } else if (--member.waits <= 0 && opens-- > 0) {
          open(member, selector, port);
          tally.count("opened");
        }
      } catch (IOException e) {
        tally.count("closed: " + e.getMessage(), System.nanoTime() - member.opened);
        close(member);
      }
    }
  }

  private static void open(Member member, Selector selector, int port) throws IOException {
    member.opened = System.nanoTime();
    member.tick = 0;
    member.rest = ByteBuffer.allocate(0);
    member.channel = SocketChannel.open();
    member.channel.bind(new InetSocketAddress(Wire.loopback(member.address), 0));
    member.channel.configureBlocking(false);
    member.channel.connect(new InetSocketAddress(Wire.loopback("127.0.0.1"), port));
    member.channel.register(selector, SelectionKey.OP_CONNECT, member);
  }

  private void send(Member member) throws IOException {
    if (!member.channel.isConnected()) {
      return;
    }
    if (!member.rest.hasRemaining()) {
      member.rest = ByteBuffer.wrap(script.at(member.tick++));
    }
    member.channel.write(member.rest);
  }

  private static void heard(Selector selector, Tally tally) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * 1024);
    for (SelectionKey key : selector.selectedKeys()) {
      Member member = (Member) key.attachment();
      try {
        if (key.isConnectable()) {
          member.channel.finishConnect();
          key.interestOps(SelectionKey.OP_READ);
          continue;
        }
        buffer.clear();
        int read = member.channel.read(buffer);
        long took = System.nanoTime() - member.opened;
        if (read < 0) {
          tally.count("closed", took);
          close(member);
        } else if (read >= 12) {
          tally.count(new String(buffer.array(), 9, 3, StandardCharsets.US_ASCII), took);
        }
      } catch (IOException e) {
        tally.count("closed: " + e.getMessage(), System.nanoTime() - member.opened);
        close(member);
      }
    }
    selector.selectedKeys().clear();
  }

  private static void close(Member member) {
    try {
      if (member.channel != null) {
        member.channel.close();
      }
    } catch (IOException e) {
      // It is gone either way.
    } finally {
      member.channel = null;
      member.waits = AGAIN_AFTER_TICKS;
    }
  }
}
