package io.iamplane.webhook.send;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.net.Cidr;
import io.iamplane.webhook.receiver.LocalReceiver;
import io.iamplane.webhook.receiver.Reaction;
import io.iamplane.webhook.send.SendResult.Outcome;
import io.iamplane.webhook.signature.WebhookSecret;
import io.iamplane.webhook.target.TargetRules;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A listener on this machine that no webhook may reach, for any URL and any answers of name
 * servers. PORT is the listener's, and a port that webhooks may use.
 */
class SsrfTest {

  /** The callers' ports, in the order in which they came. */
  private static final Queue<Integer> CALLERS = new ConcurrentLinkedQueue<>();

  private static final AtomicInteger OURS = new AtomicInteger();

  /** The number of requests that a test meant to reach the listener. */
  private static final AtomicInteger MEANT = new AtomicInteger();

  private static Vertx vertx;
  private static ServerSocket listener;
  private static HttpExchange http;

  /** At every address of this machine, IPv6 ones too where there are any. */
  @BeforeAll
  static void listen() throws IOException {
    vertx = Vertx.vertx();
    listener = new ServerSocket(0);
    http = new HttpExchange(vertx, Duration.ofSeconds(15), 4, new HttpExchange.Way(null, null));
    Thread.ofVirtual()
        .start(() -> {
          while (!listener.isClosed()) {
            try (Socket caller = listener.accept()) {
              CALLERS.add(caller.getPort());
            } catch (IOException e) {
              // Closed.
            }
          }
        });
  }

  @AfterAll
  static void end() throws IOException {
    http.close();
    int strangers = strangers();
    listener.close();
    vertx.close();
    assertThat(strangers).as("all together").isEqualTo(MEANT.get());
  }

  /**
   * Counts foreign connections. Connections are accepted in the order in which they are made: once
   * our own is there, all before it are.
   */
  private static int strangers() throws IOException {
    knock("127.0.0.1");
    return CALLERS.size() - OURS.get();
  }

  private static void knock(String address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, listener.getLocalPort()), 15_000);
      OURS.incrementAndGet();
      int port = socket.getLocalPort();
      await().until(() -> CALLERS.contains(port));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // Written out, in every spelling.
        "https://127.0.0.1:PORT/|-",
        "https://127.1:PORT/|-",
        "https://127.0.1:PORT/|-",
        "https://2130706433:PORT/|-",
        "https://017700000001:PORT/|-",
        "https://0x7f000001:PORT/|-",
        "https://0x7f.0x0.0x0.0x1:PORT/|-",
        "https://0177.0.0.1:PORT/|-",
        "https://0177.0.0.01:PORT/|-",
        "https://127.0.0.001:PORT/|-",
        "https://127.0.0.1.:PORT/|-",
        "https://0:PORT/|-",
        "https://0.0.0.0:PORT/|-",
        "https://127.255.255.254:PORT/|-",
        "https://[::1]:PORT/|-",
        "https://[::]:PORT/|-",
        "https://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/|-",
        "https://[::ffff:127.0.0.1]:PORT/|-",
        "https://[::ffff:7f00:0001]:PORT/|-",
        "https://[0:0:0:0:0:ffff:127.0.0.1]:PORT/|-",
        "https://[::127.0.0.1]:PORT/|-",
        "https://[64:ff9b::127.0.0.1]:PORT/|-",
        "https://[64:ff9b:1::127.0.0.1]:PORT/|-",
        "https://[2002:7f00:0001::]:PORT/|-",
        "https://[2001:0:7f00:1::1]:PORT/|-",
        "https://[fe80::1%25lo]:PORT/|-",
        "https://[::1%25lo]:PORT/|-",
        "https://①②⑦.0.0.1:PORT/|-",
        "https://127。0。0。1:PORT/|-",
        "https://169.254.169.254/latest/meta-data/|-",
        "https://[fd00:ec2::254]/latest/meta-data/|-",
        "https://100.100.100.200/|-",
        "https://168.63.129.16/|-",
        "https://10.0.0.1/|-",
        "https://172.16.0.1/|-",
        "https://192.168.0.1/|-",
        "https://100.64.0.1/|-",
        // Another way there.
        "http://127.0.0.1:PORT/|-",
        "http://localhost:PORT/|-",
        "http://hooks.example.com:PORT/|127.0.0.1",
        "ftp://127.0.0.1:PORT/|-",
        "https://hooks.example.com@127.0.0.1:PORT/|-",
        "https://127.0.0.1:PORT@hooks.example.com/|-",
        "https://hooks.example.com:80@127.0.0.1:PORT/|-",
        "https://127.0.0.1:PORT#@hooks.example.com/|-",
        "https://127.0.0.1:PORT\\@hooks.example.com/|-",
        "https://127.0.0.1%00.example.com:PORT/|-",
        "https://%31%32%37.0.0.1:PORT/|-",
        "https://hooks.example.com:22/|127.0.0.1",
        "https://hooks.example.com:0/|127.0.0.1",
        "https://hooks.example.com:65536/|127.0.0.1",
        // Names that lead there.
        "https://localhost:PORT/|127.0.0.1",
        "https://LOCALHOST:PORT/|127.0.0.1",
        "https://hooks.example.com:PORT/|127.0.0.1",
        "https://hooks.example.com:PORT/|127.8.8.8",
        "https://hooks.example.com:PORT/|0.0.0.0",
        "https://hooks.example.com:PORT/|::1",
        "https://hooks.example.com:PORT/|::",
        "https://hooks.example.com:PORT/|::ffff:127.0.0.1",
        "https://hooks.example.com:PORT/|64:ff9b::7f00:1",
        "https://hooks.example.com:PORT/|2002:7f00:1::",
        "https://hooks.example.com:PORT/|169.254.169.254",
        "https://hooks.example.com:PORT/|fe80::1",
        "https://hooks.example.com:PORT/|10.1.2.3",
        "https://hooks.example.com:PORT/|93.184.215.14 127.0.0.1",
        "https://hooks.example.com:PORT/|127.0.0.1 93.184.215.14",
        "https://127.0.0.1.nip.example:PORT/|127.0.0.1",
        "https://metadata.google.internal:PORT/|169.254.169.254"
      })
  void theListenerIsNotReached(String url, String answers) throws IOException {
    int before = strangers();
    SendResult result = send(strict(), url.replace("PORT", "" + listener.getLocalPort()), answers);
    assertThat(result.outcome()).isEqualTo(Outcome.FORBIDDEN);
    assertThat(result.error()).doesNotContain("127.0.0.1").isNotBlank();
    assertThat(strangers()).isEqualTo(before);
  }

  @Test
  void aNameWithoutAnAddressLeadsNowhere() throws IOException {
    int before = strangers();
    String url = "https://hooks.example.com:" + listener.getLocalPort() + "/";
    assertThat(send(strict(), url, "").outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(strangers()).isEqualTo(before);
  }

  @Test
  void anOpenedNetworkIsReached() throws IOException {
    int before = strangers();
    String url = "https://hooks.example.com:" + listener.getLocalPort() + "/";
    assertThat(send(opened(listener.getLocalPort()), url, "127.0.0.1").outcome())
        .isEqualTo(Outcome.UNREACHABLE);
    assertThat(strangers()).isEqualTo(before + 1);
    MEANT.incrementAndGet();
  }

  /** The name is resolved once: the checked address is the connected one. */
  @Test
  void aNameThatChangesItsAnswerChangesNothing() throws IOException {
    try (LocalReceiver first = new LocalReceiver(0, _ -> Reaction.Answer.of(204))) {
      AtomicInteger asked = new AtomicInteger();
      int before = strangers();
      TargetRules rules = new TargetRules(List.of(), Set.of(443), true);
      WebhookSender sender =
          new WebhookSender(
              rules,
              _ -> _ -> Answers.of("localhost", asked.getAndIncrement() == 0 ? "127.0.0.1" : "::1"),
              http,
              Clock.systemUTC(),
              false);
      SendResult result = sender.send(request("http://localhost:" + first.port() + "/"));
      assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(asked).hasValue(1);
      assertThat(strangers()).isEqualTo(before);
    }
  }

  @Test
  void aRedirectToThisMachineIsNotFollowed() throws IOException {
    String private_ = "http://127.0.0.1:" + listener.getLocalPort() + "/";
    int before = strangers();
    for (int status : new int[] {301, 302, 303, 307, 308}) {
      Reaction redirect = new Reaction.Answer(status, Map.of("Location", private_), Duration.ZERO);
      try (LocalReceiver receiver = new LocalReceiver(0, _ -> redirect)) {
        SendResult result =
            send(new TargetRules(List.of(), Set.of(443), true), receiver.url(), null);
        assertThat(result.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(result.statusCode()).isEqualTo(status);
      }
    }
    assertThat(strangers()).isEqualTo(before);
  }

  private static SendResult send(TargetRules rules, String url, String answers) {
    return new WebhookSender(
            rules, _ -> name -> Answers.of(name, answers), http, Clock.systemUTC(), false)
        .send(request(url));
  }

  private static WebhookRequest request(String url) {
    return new WebhookRequest(
        OrganizationId.next(),
        url,
        UUID.randomUUID(),
        "{}",
        List.of(WebhookSecret.next(new SecureRandom())),
        null);
  }

  private static TargetRules strict() {
    return new TargetRules(List.of(), ports(listener.getLocalPort()), false);
  }

  private static TargetRules opened(int port) {
    return new TargetRules(List.of(requireNonNull(Cidr.parse("127.0.0.0/8"))), ports(port), false);
  }

  private static Set<Integer> ports(int port) {
    return Set.of(443, 8443, port);
  }

  /** The listener itself can be reached, or none of the above would mean anything. */
  @Test
  void theListenerListens() throws IOException {
    int before = strangers();
    knock("127.0.0.1");
    knock("127.8.8.8");
    if (sixIsThere()) {
      knock("::1");
    }
    assertThat(strangers()).isEqualTo(before);
  }

  private static boolean sixIsThere() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .anyMatch(address -> address.isLoopbackAddress() && address instanceof Inet6Address);
  }
}
