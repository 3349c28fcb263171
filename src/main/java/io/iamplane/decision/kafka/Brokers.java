package io.iamplane.decision.kafka;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The brokers that a connection begins with.
 *
 * @param hosts their names or addresses; empty when one cannot be read
 */
record Brokers(List<String> hosts) {

  private static final Pattern BROKER =
      Pattern.compile("(?:[A-Za-z_]+://)?(\\[[0-9a-fA-F:.]+]|[^:/\\s]+):([0-9]{1,5})");

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

  private static final Set<String> ENCRYPTED = Set.of("SSL", "SASL_SSL");

  /** Reads {@code HOST:PORT,HOST:PORT}. */
  static Brokers of(String text) {
    List<String> named = Stream.of(text.split(",", -1)).map(String::strip).toList();
    boolean readable = named.stream().allMatch(each -> BROKER.matcher(each).matches());
    return new Brokers(readable ? named.stream().map(Brokers::host).toList() : List.of());
  }

  private static String host(String broker) {
    return BROKER.matcher(broker).replaceFirst("$1");
  }

  boolean isEmpty() {
    return hosts.isEmpty();
  }

  /** Returns true if no packet leaves the machine, unless a broker names others. */
  boolean isLoopback() {
    return hosts.stream().allMatch(Brokers::isLoopback);
  }

  /** Returns true if a host is this machine without a lookup of its name. */
  static boolean isLoopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }

  /** Returns true if a protocol of Kafka encrypts the connection. */
  static boolean isEncrypted(String protocol) {
    return ENCRYPTED.contains(protocol.toUpperCase(Locale.ROOT));
  }
}
