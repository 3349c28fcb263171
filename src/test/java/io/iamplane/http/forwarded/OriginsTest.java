package io.iamplane.http.forwarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.forwarded.ProxyConfig.Header;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trusted are 10.0.0.0/8 and one IPv6 proxy; requests arrive from 10.0.0.1, in clear. */
class OriginsTest {

  private static final Origin PEER = new Origin("10.0.0.1", false);
  private static final List<String> TRUSTED = List.of("10.0.0.0/8", "2001:db8::1");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "a proxy that overwrites        | 203.0.113.7                                  | 203.0.113.7",
        "a proxy that appends           | 1.2.3.4, 203.0.113.7                         | 203.0.113.7",
        "two proxies that append        | 1.2.3.4, 203.0.113.7, 10.0.0.2               | 203.0.113.7",
        "many made-up entries           | 9.9.9.9,8.8.8.8,7.7.7.7,203.0.113.7,10.9.9.9 | 203.0.113.7",
        "a made-up entry that is trusted| 10.0.0.3, 203.0.113.7                        | 203.0.113.7",
        "a port                         | 203.0.113.7:50123                            | 203.0.113.7",
        "IPv6                           | 2001:db8:1::7                                | 2001:db8:1::7",
        "IPv6 and a port                | [2001:db8:1::7]:443                          | 2001:db8:1::7",
        "IPv6 in brackets               | [2001:db8:1::7]                              | 2001:db8:1::7",
        "a trusted IPv6 proxy           | 203.0.113.7, 2001:db8::1                     | 203.0.113.7",
        "a mapped trusted address       | 203.0.113.7, ::ffff:10.0.0.9                 | 203.0.113.7",
        "all trusted                    | 10.1.1.1, 10.0.0.2                           | 10.1.1.1",
        "garbage from the client        | <script>, 203.0.113.7                        | 203.0.113.7",
        "garbage from the proxy         | 1.2.3.4, garbage                             | 10.0.0.1",
        "garbage behind a second proxy  | 1.2.3.4, unknown, 10.0.0.2                   | 10.0.0.2",
        "nothing between the commas     | 1.2.3.4, , 10.0.0.2                          | 10.0.0.2",
        "a name                         | localhost                                    | 10.0.0.1",
        "an octal spelling              | 010.0.0.1                                    | 10.0.0.1",
        "half a bracket                 | [2001:db8:1::7                               | 10.0.0.1",
        "an absurd port                 | 203.0.113.7:80/x                             | 10.0.0.1",
      })
  void clientIsTheRightmostThatIsNoProxy(String what, String header, String client) {
    assertThat(xForwarded(lines("X-Forwarded-For", header)).address()).isEqualTo(client);
  }

  @Test
  void severalLinesAreOneList() {
    assertThat(xForwarded(lines("X-Forwarded-For", "1.2.3.4", "203.0.113.7", "10.0.0.2")).address())
        .isEqualTo("203.0.113.7");
  }

  @Test
  void withoutTheHeaderItIsTheProxyItself() {
    assertThat(xForwarded(Map.of())).isEqualTo(PEER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"https|true", "HTTPS|true", "http|false", "https, http|false", "|false", "x|false"})
  void schemeIsSecureWhenEveryEntrySaysSo(String header, boolean secure) {
    assertThat(xForwarded(lines("X-Forwarded-Proto", header == null ? "" : header)).secure())
        .isEqualTo(secure);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "one proxy       | for=203.0.113.7;proto=https                           | 203.0.113.7   | true",
        "a spoofed first | for=1.2.3.4;proto=https, for=203.0.113.7;proto=http    | 203.0.113.7   | false",
        "two proxies     | for=203.0.113.7;proto=https, For=10.0.0.2;proto=http   | 203.0.113.7   | true",
        "quoted IPv6     | for=\"[2001:db8:1::7]:4711\";Proto=\"https\"           | 2001:db8:1::7 | true",
        "a quoted comma  | for=\"1.2.3.4, for=5.6.7.8\", for=203.0.113.7          | 203.0.113.7   | false",
        "hidden          | for=1.2.3.4, for=_hidden;proto=https                   | 10.0.0.1      | true",
        "unknown         | for=unknown                                            | 10.0.0.1      | false",
        "for twice       | for=203.0.113.7;for=1.2.3.4                            | 10.0.0.1      | false",
        "no for          | by=10.0.0.9;proto=https                                | 10.0.0.1      | true",
      })
  void forwardedIsReadFromItsEnd(String what, String header, String client, boolean secure) {
    assertThat(
            origins(Header.FORWARDED)
                .resolve(PEER, name -> lines("Forwarded", header).getOrDefault(name, List.of())))
        .isEqualTo(new Origin(client, secure));
  }

  @Test
  void theOtherFormCountsForNothing() {
    Map<String, List<String>> both =
        Map.of(
            "Forwarded", List.of("for=1.1.1.1;proto=https"), "X-Forwarded-For", List.of("2.2.2.2"));
    assertThat(xForwarded(both)).isEqualTo(new Origin("2.2.2.2", false));
    assertThat(
            origins(Header.FORWARDED)
                .resolve(PEER, name -> both.getOrDefault(name, List.of()))
                .address())
        .isEqualTo("1.1.1.1");
  }

  private static Map<String, List<String>> lines(String name, String... lines) {
    return Map.of(name, Arrays.asList(lines));
  }

  private static Origin xForwarded(Map<String, List<String>> headers) {
    return origins(Header.X_FORWARDED).resolve(PEER, name -> headers.getOrDefault(name, List.of()));
  }

  private record Proxies(Optional<List<String>> trusted, Header header) implements ProxyConfig {}

  private static Origins origins(Header header) {
    return new Origins(new ProxySettings(new Proxies(Optional.of(TRUSTED), header)));
  }
}
