package io.iamplane.http.connection;

import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Times of connections that tests can wait for. */
@Alternative
@Singleton
public final class ShortPatience {

  @Produces
  @Singleton
  Patience patience() {
    return new Patience(
        Duration.ofSeconds(1).toNanos(),
        Duration.ofSeconds(2).toNanos(),
        Duration.ofMillis(250).toNanos());
  }
}
