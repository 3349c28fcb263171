package io.iamplane.testing.http;

import org.eclipse.microprofile.config.ConfigProvider;

/** Where requests to the application under test begin, with the words of REST Assured. */
public final class Http {

  private static final String PORT = "quarkus.http.test-port";

  private Http() {}

  /** A request with nothing in it yet. */
  public static RequestSpecification given() {
    return new RequestSpecification();
  }

  /** The answer to a request with nothing but a path. */
  public static Response get(String path) {
    return given().get(path);
  }

  /** Where the application listens, which is another port after each of its starts. */
  public static int port() {
    return ConfigProvider.getConfig().getValue(PORT, Integer.class);
  }
}
