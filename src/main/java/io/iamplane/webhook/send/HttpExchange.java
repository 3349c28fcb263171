package io.iamplane.webhook.send;

import io.iamplane.webhook.target.TargetUrl;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.tracing.TracingPolicy;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over a connection to one given address, while the header Host, the server name of
 * TLS and the name in the certificate are the URL's. A connection is used again for the same
 * address alone. Redirects are not followed.
 */
public final class HttpExchange implements AutoCloseable {

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);
  private static final int IDLE_SECONDS = 30;

  private final Vertx vertx;
  private final HttpClient client;
  private final Duration limit;
  private final @Nullable ProxyOptions proxy;

  /**
   * @param certificates a PEM file of authorities in place of the system's, or null
   * @param proxy the proxy for TLS, or null for a direct connection
   */
  public record Way(@Nullable String certificates, @Nullable EgressProxy proxy) {}

  /**
   * @param limit for the whole exchange
   * @param perHost how many connections to one address
   */
  public HttpExchange(Vertx vertx, Duration limit, int perHost, Way way) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setVerifyHost(true)
            // What receivers learn of our traces is ours to say, and no trace has a URL's secrets.
            .setTracingPolicy(TracingPolicy.IGNORE)
            .setKeepAliveTimeout(IDLE_SECONDS)
            .setIdleTimeout(IDLE_SECONDS)
            .setConnectTimeout((int) Math.min(limit.toMillis(), LONGEST_CONNECT.toMillis()));
    if (way.certificates() != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(way.certificates()));
    }
    this.proxy = way.proxy() == null ? null : options(way.proxy(), limit);
    this.vertx = vertx;
    this.client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(perHost));
    this.limit = limit;
  }

  /**
   * @param retryAfter the header of that name, or null
   * @param whole true if the excerpt is all of the body
   */
  public record Answer(int status, @Nullable String retryAfter, String excerpt, boolean whole) {}

  /** A request; of the answer's body only the first {@code most} bytes count. */
  public record Message(HttpMethod method, Map<String, String> headers, String body, int most) {}

  public static final class TimeoutException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** There was no connection, or it broke. The message says which, in words for the subscriber. */
  public static final class BrokenException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String words;

    BrokenException(String words, Throwable cause) {
      super(words, cause);
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * Sends and waits for the answer, for the time limit less the time {@code spent} on the name. Its
   * status is an answer even when its body does not end in time.
   */
  public Answer send(TargetUrl url, InetSocketAddress address, Message message, Duration spent)
      throws TimeoutException, BrokenException {
    Exchange exchange = new Exchange();
    CompletableFuture<Answer> answer = exchange.begin(url, address, message);
    try {
      // A clock that was set back must not make the limit longer.
      long left = limit.minus(spent).toMillis();
      return answer.get(Math.min(left, limit.toMillis()), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      AnswerReader begun = exchange.reader;
      if (begun == null) {
        throw new TimeoutException();
      }
      return begun.soFar();
    } catch (ExecutionException e) {
      throw new BrokenException(words(e, proxied(url)), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokenException("The worker was stopped.", e);
    } finally {
      exchange.end();
    }
  }

  /**
   * One request. All of it runs on one context of Vert.x: an answer may come and end before a
   * thread of ours gets to ask for its body, and a reset from elsewhere may meet a connection that
   * the next request has by then (vert.x issue 6294).
   */
  private final class Exchange {

    private final Context context = vertx.getOrCreateContext();
    private final Promise<Answer> answer = Promise.promise();
    private @Nullable HttpClientRequest sent;
    private boolean over;
    private volatile @Nullable AnswerReader reader;

    CompletableFuture<Answer> begin(TargetUrl url, InetSocketAddress address, Message message) {
      context.runOnContext(_ -> {
        try {
          client
              .request(options(url, address, message.method()))
              .compose(request -> send(request, message))
              .compose(response -> read(response, message.most()))
              .onComplete(answer);
        } catch (IllegalStateException e) {
          answer.tryFail(e);
        }
      });
      return answer.future().toCompletionStage().toCompletableFuture();
    }

    private Future<HttpClientResponse> send(HttpClientRequest request, Message message) {
      sent = request;
      // What goes wrong is in the answer's future; without this it is in the log as well.
      request.exceptionHandler(_ -> {});
      if (over) {
        // A connection came too late: what was given up must not be sent after all.
        request.reset();
        return Future.failedFuture("the request was abandoned");
      }
      message.headers().forEach(request::putHeader);
      return request.send(Buffer.buffer(message.body()));
    }

    private Future<Answer> read(HttpClientResponse response, int most) {
      AnswerReader begun = new AnswerReader(response, most);
      reader = begun;
      return begun.read();
    }

    /** Ends an unfinished exchange, so that no connection stays open. */
    void end() {
      context.runOnContext(_ -> {
        over = true;
        if (sent != null && !answer.future().succeeded()) {
          sent.reset();
        }
      });
    }
  }

  /** Plain HTTP goes to this machine alone. */
  private boolean proxied(TargetUrl url) {
    return proxy != null && url.secure();
  }

  private static ProxyOptions options(EgressProxy proxy, Duration limit) {
    return new ProxyOptions()
        .setType(ProxyType.HTTP)
        .setHost(proxy.host())
        .setPort(proxy.port())
        .setUsername(proxy.user())
        .setPassword(proxy.password())
        .setConnectTimeout(limit);
  }

  private RequestOptions options(TargetUrl url, InetSocketAddress address, HttpMethod method) {
    boolean six = url.host().contains(":");
    return new RequestOptions()
        .setMethod(method)
        .setProxyOptions(proxied(url) ? proxy : null)
        // The address alone: a name that it carries would be what a proxy is asked for.
        .setServer(
            SocketAddress.inetSocketAddress(
                address.getPort(), address.getAddress().getHostAddress()))
        .setHost(six ? "[" + url.host() + "]" : url.host())
        .setPort(url.port())
        .setSsl(url.secure())
        .setURI(url.resource())
        .setFollowRedirects(false);
  }

  /** Describes a failed exchange to a subscriber, without details of our machines. */
  private static String words(Throwable error, boolean proxied) {
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
        return "TLS failed; for example, the certificate is not trusted or is for another host.";
      }
    }
    return "The connection was closed before a response arrived.";
  }

  @Override
  public void close() {
    client.close();
  }
}
