package io.iamplane.webhook.send;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import javax.net.ssl.SSLException;

/** Describes a failed exchange to a subscriber, without details of our machines. */
final class ConnectionErrors {

  private ConnectionErrors() {}

  /**
   * Describes a failure.
   *
   * @param proxied true if the connection used a proxy, which then failed to connect
   */
  static String words(Throwable error, boolean proxied) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (proxied && cause instanceof ConnectException) {
        return "The egress proxy could not connect to the host.";
      }
      if (cause instanceof ConnectTimeoutException) {
        return "The host did not accept a connection in time.";
      }
      if (cause instanceof ConnectException) {
        return "The host refused the connection.";
      }
      if (cause instanceof SSLException
          || cause instanceof java.security.cert.CertificateException) {
        return "TLS failed: the certificate is not trusted, or is for another host.";
      }
    }
    return "The connection was closed before the answer.";
  }
}
