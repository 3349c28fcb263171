package io.iamplane.webhook.target;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.net.Cidr;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Allowed targets of a webhook, and above all forbidden ones. */
class TargetRulesTest {

  private static final TargetRules STRICT = new TargetRules(List.of(), Set.of(443, 8443), false);
  private static final TargetRules DEVELOPMENT =
      new TargetRules(List.of(), Set.of(443, 8443), true);

  /** Checks a name with the addresses that the test gives it. */
  private static void locate(TargetRules rules, String... addresses) throws UnknownHostException {
    rules.locate(rules.check("https://hooks.example.com/in"), _ -> literals(addresses));
  }

  private static List<InetAddress> literals(String... addresses) {
    return java.util.Arrays.stream(addresses).map(InetAddress::ofLiteral).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Not the way there.
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "file:///etc/passwd",
        "gopher://hooks.example.com/",
        "HTTPS://hooks.example.com/",
        "//hooks.example.com/",
        "https:/hooks.example.com/",
        "https:hooks.example.com",
        "https://",
        "https:///in",
        "",
        // Credentials, fragments, and characters that readers disagree about.
        "https://user@hooks.example.com/",
        "https://user:secret@hooks.example.com/",
        "https://hooks.example.com@10.0.0.1/",
        "https://10.0.0.1#@hooks.example.com/",
        "https://hooks.example.com/#part",
        "https://hooks.example.com\\@10.0.0.1/",
        "https://hooks.example.com /",
        "https://hooks.example.com/a b",
        "https://hooks.example.com/\r\nHost: x",
        "https://hooks.example.com/\u0000",
        "https://hööks.example.com/",
        "https://①②⑦.⓪.⓪.①/",
        "https://127。0。0。1/",
        // Ports.
        "https://hooks.example.com:22/",
        "https://hooks.example.com:80/",
        "https://hooks.example.com:0/",
        "https://hooks.example.com:65536/",
        "https://hooks.example.com:99999/",
        "https://hooks.example.com:/",
        "https://hooks.example.com:443:443/",
        "https://hooks.example.com:-443/",
        // No names.
        "https://hooks.example.com./",
        "https://.example.com/",
        "https://hooks..example.com/",
        "https://-hooks.example.com/",
        "https://hooks_.example.com/",
        "https://%31%32%37.0.0.1/",
        // Spellings of addresses: one number, octal, hexadecimal, short, padded, mixed.
        "https://2130706433/",
        "https://017700000001/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://0x7f.0.0.1/",
        "https://127.1/",
        "https://127.0.1/",
        "https://127.0.0.01/",
        "https://127.000.000.001/",
        "https://127.0.0.1./",
        "https://127.0.0.0x1/",
        "https://256.0.0.1/",
        "https://1.2.3.4.5/",
        "https://4294967297/",
        "https://10.0.0.1.0x7f/",
        // Addresses in their usual form.
        "https://127.0.0.1/",
        "https://127.8.8.8/",
        "https://10.0.0.1/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://100.100.100.200/",
        "https://168.63.129.16/",
        "https://0.0.0.0/",
        "https://255.255.255.255/",
        "https://224.0.0.1/",
        "https://[::1]/",
        "https://[::]/",
        "https://[0:0:0:0:0:0:0:1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[0:0:0:0:0:ffff:a00:1]/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b::127.0.0.1]/",
        "https://[64:ff9b::a9fe:a9fe]/",
        "https://[64:ff9b:1::8.8.8.8]/",
        "https://[2002:7f00:1::]/",
        "https://[2002:a00:1::1]/",
        "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
        "https://[fe80::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://[::1%lo]/",
        "https://[fd00:ec2::254]/",
        "https://[fc00::1]/",
        "https://[ff02::1]/",
        "https://[127.0.0.1]/",
        "https://[hooks.example.com]/",
        "https://[::1/",
        "https://[]/",
        "https://::1/"
      })
  void isRefusedAtSight(String url) {
    assertThatThrownBy(() -> STRICT.check(url)).isInstanceOf(TargetRefusedException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "0.0.0.0",
        "0.1.2.3",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "169.254.169.254",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.251",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::8.8.8.8",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2001:10::1",
        "2002:c0a8:1::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff0e::1"
      })
  void aNameThatLeadsThereIsRefusedEvenBesideAPublicAddress(String address) {
    assertThatThrownBy(() -> locate(STRICT, address)).isInstanceOf(TargetRefusedException.class);
    assertThatThrownBy(() -> locate(STRICT, "93.184.215.14", address))
        .isInstanceOf(TargetRefusedException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.255.255",
        "172.32.0.1",
        "198.17.255.255",
        "198.20.0.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00:1450::1",
        "64:ff9b::8.8.8.8"
      })
  void aPublicAddressIsATarget(String address) throws UnknownHostException {
    InetSocketAddress found =
        STRICT.locate(STRICT.check("https://hooks.example.com:8443/in"), _ -> literals(address));
    assertThat(found.getAddress()).isEqualTo(InetAddress.ofLiteral(address));
    assertThat(found.getPort()).isEqualTo(8443);
    assertThat(found.isUnresolved()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.1.2.3",
    "10.0.0.0/8, 64:ff9b::10.1.2.3",
    "127.0.0.0/8, 127.0.0.1",
    "172.20.0.0/16, 172.20.255.1",
    "fd12:3456::/32, fd12:3456::1",
    "::1/128, ::1"
  })
  void anOpenedNetworkIsATarget(String network, String address) throws UnknownHostException {
    locate(opened(network), address);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/9, 10.200.0.1",
    "10.0.0.0/8, 192.168.0.1",
    "0.0.0.0/0, 169.254.169.254",
    "0.0.0.0/0, 0.0.0.0",
    "0.0.0.0/0, 224.0.0.1",
    "0.0.0.0/0, 168.63.129.16",
    "100.64.0.0/10, 100.100.100.200",
    "169.254.0.0/16, 169.254.1.1",
    "0.0.0.0/0, ::1",
    "::/0, fe80::1",
    "::/0, fd00:ec2::254",
    "::/0, 2002:a00:1::1",
    "::/0, 64:ff9b::169.254.169.254",
    "::/0, ::ffff:169.254.169.254"
  })
  void neitherMetadataNorLinkLocalCanBeOpened(String network, String address) {
    assertThatThrownBy(() -> locate(opened(network), address))
        .isInstanceOf(TargetRefusedException.class);
  }

  @Test
  void plainHttpIsForThisMachineInDevelopmentAlone() throws UnknownHostException {
    TargetUrl local = DEVELOPMENT.check("http://localhost:9999/in?a=b");
    assertThat(local.resource()).isEqualTo("/in?a=b");
    assertThat(DEVELOPMENT.locate(local, _ -> literals("127.0.0.1")).getPort()).isEqualTo(9999);
    assertThat(DEVELOPMENT.check("http://127.0.0.1").port()).isEqualTo(80);
    assertThat(DEVELOPMENT.check("http://[::1]:81").resource()).isEqualTo("/");
    // A name that only claims to be this machine.
    assertThatThrownBy(() -> DEVELOPMENT.locate(local, _ -> literals("10.0.0.1")))
        .isInstanceOf(TargetRefusedException.class);
    for (String url :
        List.of(
            "http://hooks.example.com/",
            "http://10.0.0.1/",
            "https://127.0.0.1/",
            "https://[::1]/")) {
      assertThatThrownBy(() -> DEVELOPMENT.check(url)).isInstanceOf(TargetRefusedException.class);
    }
    assertThatThrownBy(() -> STRICT.check("http://localhost/"))
        .isInstanceOf(TargetRefusedException.class);
  }

  @Test
  void aNameWithoutAddressesIsNoTarget() {
    assertThatThrownBy(() -> locate(STRICT)).isInstanceOf(UnknownHostException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.0.0", "10.0.0.0/33", "10.0.0.1/8", "fd00::/129", "x/8", "10.0.0.0/-1", "/8"})
  void aRangeThatIsNoneIsRefused(String text) {
    assertThat(Cidr.parse(text)).isNull();
  }

  @Test
  void partsOfAUrlAreRead() {
    TargetUrl url = STRICT.check("https://Hooks.Example.com:8443?a=%20b");
    assertThat(url.host()).isEqualTo("Hooks.Example.com");
    assertThat(url.resource()).isEqualTo("/?a=%20b");
    assertThat(STRICT.check("https://hooks.example.com").port()).isEqualTo(443);
    assertThat(STRICT.check("https://[2606:4700::1111]/").host()).isEqualTo("2606:4700::1111");
    assertThatThrownBy(() -> STRICT.check("https://example.com/" + "a".repeat(2048)))
        .isInstanceOf(TargetRefusedException.class);
  }

  private static TargetRules opened(String network) {
    return new TargetRules(List.of(requireNonNull(Cidr.parse(network))), Set.of(443), false);
  }
}
