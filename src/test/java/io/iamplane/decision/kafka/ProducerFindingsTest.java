package io.iamplane.decision.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import jakarta.validation.constraints.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each invalid setting is named, with a remedy, and without its value. */
class ProducerFindingsTest {

  private static final String SECRET = "s3cr3t";
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\""
          + SECRET
          + "\";";

  private static List<Finding> findings(String... more) {
    Map<String, String> given = new HashMap<>();
    given.put("bootstrap.servers", "127.0.0.1:9092");
    for (int i = 0; i < more.length; i += 2) {
      given.put(more[i], more[i + 1]);
    }
    return new ProducerFindings(new ProducerSettings(given)).all();
  }

  private static void assertOne(List<Finding> findings, String name, String text) {
    assertThat(findings)
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line())
              .startsWith("iam.decision-log.kafka" + name + ": ")
              .contains(text)
              .doesNotContain(SECRET)
              .doesNotContain("\n");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "broker", "broker:x", "a:1,,b:1", "a b:1", "http//x:1"})
  void aBrokerHasAHostAndAPort(String brokers) {
    assertOne(
        findings("bootstrap.servers", brokers),
        ".bootstrap.servers",
        "IAM_DECISION_LOG_KAFKA_BOOTSTRAP_SERVERS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"k.example.com:9092", "10.0.0.7:9092", "localhost:1,k:2", "localhost.a.org:1"})
  void aNetworkWithoutTlsIsSevere(String brokers) {
    assertOne(findings("bootstrap.servers", brokers), ".security.protocol", "without TLS");
    assertOne(
        findings(
            "bootstrap.servers",
            brokers,
            "security.protocol",
            "sasl_plaintext",
            "sasl.mechanism",
            "PLAIN",
            "sasl.jaas.config",
            LOGIN),
        ".security.protocol",
        "SASL_SSL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:9092", "localhost:9092", "[::1]:9092", "localhost:1, [::1]:2"})
  void thisMachineNeedsNoTls(String brokers) {
    assertThat(findings("bootstrap.servers", brokers)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SSL", "ssl", "SASL_SSL"})
  void aNetworkWithTlsIsFine(String protocol) {
    assertThat(
            findings(
                "bootstrap.servers",
                "k.example.com:9093,PLAINTEXT://k2:9093",
                "security.protocol",
                protocol,
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                LOGIN))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acks",
        "enable.idempotence",
        "key.serializer",
        "transactional.id",
        "partitioner.class",
        "interceptor.classes",
        "metric.reporters"
      })
  void whatTheServiceSetsIsRefused(String name) {
    assertOne(findings(name, SECRET), "." + name, "is set by the service itself; remove it");
  }

  @ParameterizedTest
  @CsvSource({
    "bootstrap.server, is no setting",
    "group.id, is no setting",
    "linger.ms, type long",
    "delivery.timeout.ms, type int",
    "compression.type, is not a valid value",
    "security.protocol, is not a valid value",
    "ssl.engine.factory.class, type class"
  })
  void aNameOrValueThatKafkaDoesNotKnowIsNamed(String name, String text) {
    assertThat(findings(name, SECRET))
        .anySatisfy(finding -> assertOne(List.of(finding), "." + name, text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd", "snappy"})
  void aCompressionWithoutItsLibraryIsRefused(String type) {
    assertOne(findings("compression.type", type), ".compression.type", "gzip, lz4 or none");
  }

  @Test
  void aBrokerOfAnyNameIsRefused() {
    assertOne(
        findings("ssl.endpoint.identification.algorithm", ""),
        ".ssl.endpoint.identification.algorithm",
        "any name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "s3cr3t", "Module required password=s3cr3t", "Module sometimes a=\"s3cr3t\";"})
  void aLoginThatCannotBeReadIsNamed(String login) {
    assertOne(
        findings("security.protocol", "SASL_SSL", "sasl.jaas.config", login),
        ".sasl.jaas.config",
        "set".substring(0, login.isEmpty() ? 3 : 0));
  }

  @Test
  void aFileThatIsNotThereIsNamed(@TempDir Path folder) {
    assertOne(
        findings("ssl.truststore.location", folder.resolve("none").toString()),
        ".ssl.truststore.location",
        "name a readable file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.keystore.location",
        "ssl.truststore.location",
        "sasl.oauthbearer.assertion.file",
        "sasl.oauthbearer.assertion.private.key.file",
        "sasl.oauthbearer.assertion.template.file"
      })
  void whatIsNoFileIsNamed(String name, @TempDir Path folder) throws IOException {
    assertOne(findings(name, folder.toString()), "." + name, "name a readable file");
    assertOne(findings(name, "\0" + SECRET), "." + name, "name a readable file");
    assertThat(findings(name, Files.createFile(folder.resolve("file")).toString())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://login.example.com/token",
        "http://localhost.example.com/token",
        "ftp://login.example.com/token",
        "login.example.com/token",
        "https:login",
        "http://127.0.0.1@login.example.com/token",
        "https://a b/s3cr3t"
      })
  void aSecretGoesToAnEndpointWithTls(String url) {
    assertOne(
        findings("sasl.oauthbearer.token.endpoint.url", url),
        ".sasl.oauthbearer.token.endpoint.url",
        "set it to an https address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://login.example.com/token",
        "HTTPS://login.example.com:8443/token?a=b",
        "http://127.0.0.1:8080/token",
        "http://[::1]:8080/token",
        "http://localhost/token"
      })
  void anEndpointWithTlsOrOfThisMachineIsFine(String url) {
    assertThat(findings("sasl.oauthbearer.token.endpoint.url", url)).isEmpty();
  }

  @Test
  void aTokenMayBeInAFile(@TempDir Path folder) throws IOException {
    String name = "sasl.oauthbearer.token.endpoint.url";
    assertOne(findings(name, folder.toUri().toString()), "." + name, "name a readable file");
    Path token = Files.createFile(folder.resolve("token"));
    assertThat(findings(name, token.toUri().toString())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "", "a b", "a/b"})
  void aTopicHasANameThatKafkaAllows(String name) throws NoSuchMethodException {
    assertThat(name).doesNotMatch(topics());
  }

  @ParameterizedTest
  @ValueSource(strings = {"iam.decisions", "...", ".a", "a..", "_"})
  void aTopicMayHaveAnyOtherName(String name) throws NoSuchMethodException {
    assertThat(name).matches(topics());
  }

  private static String topics() throws NoSuchMethodException {
    return KafkaLogConfig.class.getMethod("topic").getAnnotation(Pattern.class).regexp();
  }

  @Test
  void valuesThatDoNotGoTogetherAreNamed() {
    assertOne(findings("delivery.timeout.ms", "100"), ".delivery.timeout.ms", "set at least 5005");
    assertOne(findings("max.in.flight.requests.per.connection", "6"), "", "at most 5");
  }
}
