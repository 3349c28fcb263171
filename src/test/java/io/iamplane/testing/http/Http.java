package io.iamplane.testing.http;

import org.eclipse.microprofile.config.ConfigProvider;

/** Starts requests to the application under test, with the words of REST Assured. */
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

  /** The application's port, which changes with each of its starts. */
  public static int port() {
    return ConfigProvider.getConfig().getValue(PORT, Integer.class);
  }
}
