package io.iamplane.webhook.target;

import io.iamplane.shared.net.IpAddress;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A webhook's URL, read by one strict grammar so that the check and the connection cannot read it
 * differently.
 *
 * @param host as the header {@code Host} and the server name of TLS have it, without brackets
 * @param address the host when it is written as an address; null for a name
 * @param resource path and query, beginning with a slash
 */
public record TargetUrl(
    boolean secure, String host, @Nullable InetAddress address, int port, String resource) {

  private static final int MAX_LENGTH = 2_048;
  private static final int MAX_NAME = 253;

  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>https?)://(?<host>\\[[^\\]]*]|[^:/?]*)(?::(?<port>[0-9]{1,5}))?"
              + "(?<resource>[/?][!$%&'()*+,\\-./0-9:;=?@A-Z_a-z~]*)?");

  /** Labels of letters, digits and hyphens; the last one begins with a letter (RFC 1123). */
  private static final Pattern NAME =
      Pattern.compile(
          "(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?",
          Pattern.CASE_INSENSITIVE);

  /**
   * @throws TargetRefusedException when it is not of this kind: another scheme, credentials, a
   *     fragment, a host that is neither a name nor one spelling of an address
   */
  public static TargetUrl parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new TargetRefusedException("must have at most " + MAX_LENGTH + " characters");
    }
    Matcher url = URL.matcher(text);
    if (!url.matches()) {
      throw new TargetRefusedException(
          "must be an https URL with a host and without credentials or a fragment");
    }
    boolean secure = url.group("scheme").equals("https");
    String host = url.group("host");
    boolean bracketed = host.startsWith("[");
    String bare = bracketed ? host.substring(1, host.length() - 1) : host;
    boolean named = !bracketed && bare.length() <= MAX_NAME && NAME.matcher(bare).matches();
    return new TargetUrl(
        secure,
        bare,
        named ? null : literal(bare, bracketed).orElseThrow(TargetUrl::noHost),
        port(url.group("port"), secure),
        resource(url.group("resource")));
  }

  /** Returns true if the host is this machine, by name or literal address. */
  public boolean isLoopback() {
    return address == null ? host.equalsIgnoreCase("localhost") : address.isLoopbackAddress();
  }

  /** IPv6 stands in brackets, IPv4 does not. */
  private static Optional<InetAddress> literal(String host, boolean bracketed) {
    return host.contains(":") == bracketed
        ? Optional.ofNullable(IpAddress.parse(host)).map(IpAddress::inet)
        : Optional.empty();
  }

  private static int port(@Nullable String text, boolean secure) {
    int port = text == null ? secure ? 443 : 80 : Integer.parseInt(text);
    if (port < 1 || port > 65_535) {
      throw new TargetRefusedException("must use a port from 1 to 65535");
    }
    return port;
  }

  private static String resource(@Nullable String text) {
    if (text == null) {
      return "/";
    }
    return text.startsWith("/") ? text : "/" + text;
  }

  private static TargetRefusedException noHost() {
    return new TargetRefusedException(
        "must have a domain name, or an IP address in its usual form, as its host");
  }
}
