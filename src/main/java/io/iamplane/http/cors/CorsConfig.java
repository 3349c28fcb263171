package io.iamplane.http.cors;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** Browsers of other sites, prefix {@code iam.http.cors}. */
@ConfigMapping(prefix = "iam.http.cors")
public interface CorsConfig {

  /**
   * Origins of scripts that may call the API, such as {@code https://panel.example.com}; without
   * any, browsers let only pages of the API's own origin call it.
   */
  Optional<List<String>> origins();
}
