package io.iamplane.packaged;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Receives traces as a collector does: OTLP over HTTP, in protobuf ({@code
 * opentelemetry/proto/trace/v1/trace.proto}), read by the numbers of its fields.
 */
final class OtlpReceiver implements AutoCloseable {

  private static final int RESOURCE_SPANS = 1;
  private static final int SCOPE_SPANS = 2;
  private static final int SPANS = 2;

  /** Fields of a span. */
  private static final int TRACE_ID = 1;

  private static final int SPAN_ID = 2;
  private static final int PARENT_ID = 4;
  private static final int NAME = 5;
  private static final int START = 7;
  private static final int ATTRIBUTES = 9;

  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  private record Received(long start, SeenSpan span) {}

  OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::receive);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The spans of a trace so far, in the order in which they began. */
  List<SeenSpan> trace(String traceId) {
    return received.stream()
        .filter(each -> each.span().traceId().equals(traceId))
        .sorted(Comparator.comparingLong(Received::start))
        .map(Received::span)
        .toList();
  }

  List<SeenSpan> all() {
    return received.stream().map(Received::span).toList();
  }

  /** Everything that arrived, to be searched for text. */
  String text() {
    return String.join("\n", bodies);
  }

  private void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    bodies.add(new String(body, StandardCharsets.ISO_8859_1));
    for (UnknownFieldSet resource : inner(UnknownFieldSet.parseFrom(body), RESOURCE_SPANS)) {
      for (UnknownFieldSet scope : inner(resource, SCOPE_SPANS)) {
        inner(scope, SPANS).forEach(span -> received.add(read(span)));
      }
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private static Received read(UnknownFieldSet span) {
    Map<String, String> attributes = new TreeMap<>();
    for (UnknownFieldSet pair : inner(span, ATTRIBUTES)) {
      attributes.put(text(pair, 1), value(inner(pair, 2).getFirst()));
    }
    return new Received(
        span.getField(START).getFixed64List().getFirst(),
        new SeenSpan(
            hex(span, TRACE_ID),
            hex(span, SPAN_ID),
            hex(span, PARENT_ID),
            text(span, NAME),
            attributes));
  }

  /** A text or a whole number: our spans have no others. */
  private static String value(UnknownFieldSet value) {
    List<Long> numbers = value.getField(3).getVarintList();
    return numbers.isEmpty() ? text(value, 1) : Long.toString(numbers.getFirst());
  }

  private static List<UnknownFieldSet> inner(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList().stream()
        .map(OtlpReceiver::parse)
        .toList();
  }

  private static UnknownFieldSet parse(ByteString message) {
    try {
      return UnknownFieldSet.parseFrom(message);
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new AssertionError("not OTLP", e);
    }
  }

  private static String text(UnknownFieldSet message, int field) {
    List<ByteString> values = message.getField(field).getLengthDelimitedList();
    return values.isEmpty() ? "" : values.getFirst().toStringUtf8();
  }

  private static String hex(UnknownFieldSet message, int field) {
    List<ByteString> values = message.getField(field).getLengthDelimitedList();
    return values.isEmpty() ? "" : HexFormat.of().formatHex(values.getFirst().toByteArray());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
