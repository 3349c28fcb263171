package io.iamplane.ops;

import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Refuses cross-origin requests from everywhere. */
@Singleton
class CorsCheck implements StartUpCheck {

  static final String ORIGINS = "quarkus.http.cors.origins";

  /** Quarkus takes an origin between slashes for a regular expression. */
  private static final Set<String> EVERYWHERE = Set.of("*", "/.*/", "/.+/");

  private final List<String> origins;

  @Inject
  CorsCheck(@ConfigProperty(name = ORIGINS) Optional<List<String>> origins) {
    this(origins.orElse(List.of()));
  }

  CorsCheck(List<String> origins) {
    this.origins = origins;
  }

  @Override
  public List<Finding> findings() {
    return origins.stream().map(String::strip).anyMatch(EVERYWHERE::contains)
        ? List.of(
            Finding.severe(
                ORIGINS,
                "lets scripts of any site call this API",
                "list the origins of the admin panel"))
        : List.of();
  }
}
