package io.iamplane.ops;

import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * The address of the database and the way to reach it, as the driver itself reads them.
 *
 * @param text the JDBC URL; empty if absent
 * @param sslMode the driver's setting outside the URL; empty if absent
 */
record DatabaseUrl(String text, String sslMode) {

  /**
   * The host of the default in {@code application.properties}. Without any URL the extensions would
   * fail, with a stack trace, before a check can name the missing setting; this one never resolves
   * (RFC 2606, section 2).
   */
  static final String PLACEHOLDER_HOST = "database.not-configured.invalid";

  /** The values of sslmode that insist on TLS (PostgreSQL manual, "SSL Support" of libpq). */
  private static final Set<String> ENCRYPTED = Set.of("require", "verify-ca", "verify-full");

  boolean isConfigured() {
    return !text.isBlank() && !hosts().contains(PLACEHOLDER_HOST);
  }

  boolean isPostgres() {
    return parsed() != null;
  }

  /** Returns true if no packet leaves the machine. */
  boolean isLoopback() {
    return hosts().stream().allMatch(DatabaseUrl::isLoopback);
  }

  boolean isEncrypted() {
    Properties parsed = parsed();
    if (parsed == null) {
      return false;
    }
    String mode = PGProperty.SSL_MODE.getOrNull(parsed);
    if (mode == null && !sslMode.isEmpty()) {
      mode = sslMode;
    }
    if (mode == null) {
      // The driver takes ssl=true, or a bare ssl, for verify-full.
      String ssl = PGProperty.SSL.getOrNull(parsed);
      return ssl != null && (ssl.isEmpty() || ssl.equalsIgnoreCase("true"));
    }
    return ENCRYPTED.contains(mode.toLowerCase(Locale.ROOT));
  }

  private List<String> hosts() {
    Properties parsed = parsed();
    String hosts = parsed == null ? null : PGProperty.PG_HOST.getOrNull(parsed);
    return hosts == null ? List.of() : List.of(hosts.split(",", -1));
  }

  private @Nullable Properties parsed() {
    return Driver.parseURL(text, new Properties());
  }

  private static boolean isLoopback(String host) {
    // The driver takes a missing host for this machine.
    return host.isEmpty()
        || host.equals("localhost")
        || host.matches("127(\\.[0-9]{1,3}){3}")
        || host.equals("[::1]")
        || host.equals("::1");
  }
}
