package io.iamplane.decision.kafka;

import io.iamplane.shared.StartUpCheck.Finding;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;

/** Errors in the files and addresses that the producer's settings name. */
record ReferenceFindings(ProducerSettings settings) {

  private static final String TOKENS = SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL;

  private static final List<String> FILES =
      List.of(
          SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
          SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG,
          SaslConfigs.SASL_OAUTHBEARER_ASSERTION_FILE,
          SaslConfigs.SASL_OAUTHBEARER_ASSERTION_PRIVATE_KEY_FILE,
          SaslConfigs.SASL_OAUTHBEARER_ASSERTION_TEMPLATE_FILE);

  void addTo(List<Finding> findings) {
    for (String name : FILES) {
      String file = settings.value(name);
      if (!file.isEmpty() && !isFile(file)) {
        findings.add(noFile(name));
      }
    }
    String tokens = settings.value(TOKENS);
    if (!tokens.isEmpty()) {
      addTokens(tokens, findings);
    }
  }

  private static void addTokens(String address, List<Finding> findings) {
    URI url = url(address);
    if (url != null && "file".equalsIgnoreCase(url.getScheme())) {
      if (!isFile(url.getPath())) {
        findings.add(noFile(TOKENS));
      }
    } else if (!isSafe(url)) {
      findings.add(
          ProducerFindings.severe(
              TOKENS,
              "would send the client's secret over a network without TLS",
              "set it to an https address"));
    }
  }

  private static @Nullable URI url(String address) {
    try {
      return new URI(address);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static boolean isSafe(@Nullable URI url) {
    if (url == null || url.getScheme() == null || url.getHost() == null) {
      return false;
    }
    return switch (url.getScheme().toLowerCase(Locale.ROOT)) {
      case "https" -> true;
      case "http" -> Brokers.isLoopback(url.getHost());
      default -> false;
    };
  }

  private static boolean isFile(@Nullable String name) {
    try {
      return name != null && Files.isRegularFile(Path.of(name)) && Files.isReadable(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static Finding noFile(String name) {
    return ProducerFindings.severe(name, "is not a file that can be read", "name a readable file");
  }
}
