package io.iamplane.http.cors;

import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Refuses cross-origin requests from everywhere, and origins that no browser sends. */
@Singleton
class CorsCheck implements StartUpCheck {

  static final String ORIGINS = "iam.http.cors.origins";
  static final String FRAMEWORK = "quarkus.http.cors.enabled";

  private static final Pattern ORIGIN =
      Pattern.compile("(?i)https?://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

  /** Plain HTTP, except from the local machine. */
  private static final Pattern UNENCRYPTED =
      Pattern.compile("(?i)http://(?!(localhost|127\\.0\\.0\\.1|\\[::1])(:|$)).*");

  private final List<String> origins;
  private final boolean framework;

  CorsCheck(
      CorsConfig config,
      @ConfigProperty(name = FRAMEWORK, defaultValue = "false") boolean framework) {
    this.origins = config.origins().orElse(List.of()).stream().map(String::strip).toList();
    this.framework = framework;
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (framework) {
      findings.add(
          Finding.severe(
              FRAMEWORK,
              "requests that come through a proxy from the API's own origin would be refused",
              "remove it, and list the origins of the admin panel in " + ORIGINS));
    }
    origins.stream().flatMap(origin -> finding(origin).stream()).forEach(findings::add);
    return findings;
  }

  private static Optional<Finding> finding(String origin) {
    if (origin.equals(CrossOrigin.EVERYWHERE)) {
      return Optional.of(
          Finding.severe(
              ORIGINS,
              "scripts from any site could call this API",
              "list the origins of the admin panel"));
    }
    if (!ORIGIN.matcher(origin).matches()) {
      return Optional.of(
          Finding.severe(
              ORIGINS,
              "\"" + origin + "\" is not an origin as browsers send it",
              "use only scheme, host and port, such as https://panel.example.com"));
    }
    return UNENCRYPTED.matcher(origin).matches()
        ? Optional.of(
            Finding.warning(
                ORIGINS,
                "\""
                    + origin
                    + "\" is not encrypted: an attacker on the network can change its pages and use"
                    + " its tokens",
                "serve the panel over HTTPS"))
        : Optional.empty();
  }
}
