package io.iamplane.catalog.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.document.Manifest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parts of a manifest that need approval because they widen rights. */
class ManifestReviewTest {

  private static final String SHOP =
      """
      {'schema': 'iam.manifest.v2', 'app': {'key': 'shop', 'name': 'Shop'},
       'permissions': [{'key': 'low.run', 'required_aal': 'aal2'}, {'key': 'mid.run', 'risk': 'medium'},
         {'key': 'hot.run', 'risk': 'high', 'resource': 'site', 'relation': 'keeper'},
         {'key': 'rare.run'}],
       'roles': [{'key': 'clerk', 'permissions': ['low.run']},
         {'key': 'boss',
           'permissions': ['low.run', 'mid.run', 'hot.run', 'rare.run'], 'is_privileged': true}],
       'types': {'site': {'relations': {'keeper': 'user'}}}}
      """;

  @Test
  void whatWidensARoleIsToldWithItsReason() {
    assertThat(widening("['low.run']}", "['low.run', 'hot.run']}"))
        .contains(
            "shop:clerk gains high-risk permission shop:hot.run",
            "shop:clerk gains shop:hot.run, which only privileged roles had before");
    assertThat(widening("['low.run']}", "['low.run', 'rare.run']}"))
        .containsExactly("shop:clerk gains shop:rare.run, which only privileged roles had before");
    assertThat(widening("['low.run']}", "['low.run'], 'includes': ['boss']}"))
        .contains("shop:clerk now includes shop:boss");
    assertThat(widening("['low.run']}", "['low.run'], 'is_privileged': true}"))
        .containsExactly("shop:clerk becomes privileged");
    assertThat(widening(", 'is_privileged': true", ""))
        .contains("shop:boss is no longer privileged");
  }

  @Test
  void whatLowersCareIsToldToo() {
    assertThat(widening(", 'required_aal': 'aal2'", ""))
        .containsExactly("the risk or assurance level of shop:low.run is lowered");
    assertThat(widening("'medium'", "'low'"))
        .containsExactly("the risk or assurance level of shop:mid.run is lowered");
    assertThat(widening("'high'", "'low'"))
        .containsExactly("low-risk permission shop:hot.run is changed");
    assertThat(widening("'keeper': 'user'", "'keeper': 'user | user:*'"))
        .containsExactly("the relation model behind high-risk permission shop:hot.run changes");
  }

  @Test
  void aPrivilegedRoleThatGoesOrComesBackIsTold() {
    String removed = SHOP.replaceFirst(",\\s+\\{'key': 'boss'[^}]*}", "");
    assertThat(removed).doesNotContain("boss");
    assertThat(new ManifestReview(manifest(SHOP), manifest(removed), Set.of()).widening())
        .containsExactly("privileged role shop:boss is removed");
    assertThat(new ManifestReview(manifest(removed), manifest(SHOP), Set.of()).widening())
        .isEmpty();
    assertThat(
            new ManifestReview(manifest(removed), manifest(SHOP), Set.of("shop:boss")).widening())
        .contains(
            "shop:boss gains high-risk permission shop:hot.run",
            "privileged role shop:boss is restored");
  }

  @Test
  void whatWidensNothingNeedsNobody() {
    assertThat(widening("'Shop'", "'Store'")).isEmpty();
    assertThat(widening("['low.run']}", "['low.run', 'mid.run'], 'label': 'C'}"))
        .containsExactly("shop:clerk gains shop:mid.run, which only privileged roles had before");
    assertThat(widening("['low.run']}", "[]}")).isEmpty();
  }

  @Test
  void whatOnlyPrivilegedRolesContainIsGuardedWhateverItsRisk() {
    assertThat(
            widening(
                "'risk': 'medium'", "'risk': 'medium', 'resource': 'site', 'relation': 'keeper'"))
        .containsExactly("medium-risk permission shop:mid.run is changed");
    String bound =
        SHOP.replace(
            "'risk': 'medium'", "'risk': 'medium', 'resource': 'site', 'relation': 'keeper'");
    String wider = bound.replace("'keeper': 'user'", "'keeper': 'user | user:*'");
    assertThat(new ManifestReview(manifest(bound), manifest(wider), Set.of()).widening())
        .contains("the relation model behind medium-risk permission shop:mid.run changes");
  }

  /** Each role is resolved once: 10^11 comparisons otherwise, with the tenant's turn to write. */
  @Test
  void aReviewOfAMebibyteOfRolesEnds() {
    List<String> keys =
        IntStream.range(0, 2_000)
            .mapToObj(i -> "'" + Integer.toString(1_296 * 10 + i, 36) + "'")
            .toList();
    StringJoiner roles = new StringJoiner(",");
    for (int i = 0; i < 320; i++) {
      roles.add("{'key':'r%d','permissions':%s}".formatted(i, keys.subList(i, i + 500)));
    }
    roles.add("{'key':'hub','permissions':[],'includes':%s}".formatted(names(320)));
    for (int i = 0; i < 679; i++) {
      roles.add("{'key':'x%d','permissions':[],'includes':['hub']}".formatted(i));
    }
    Manifest large =
        manifest(
            "{'schema':'iam.manifest.v2','app':{'key':'a','name':'A'},'permissions':["
                + keys.stream().map("{'key':%s}"::formatted).collect(Collectors.joining(","))
                + "],'roles':["
                + roles
                + "]}");
    assertTimeout(
        Duration.ofSeconds(10),
        () -> assertThat(new ManifestReview(large, large, Set.of()).reasons()).isEmpty());
  }

  @Test
  void aThousandReasonsAreEnough() {
    String permissions =
        IntStream.range(0, 1_500)
            .mapToObj("{'key': 'k%d', 'risk': 'high'}"::formatted)
            .collect(Collectors.joining(","));
    assertThat(widening("[{'key': 'low.run'", "[" + permissions + ", {'key': 'low.run'"))
        .hasSize(1_001)
        .endsWith("further reasons are not listed");
  }

  private static List<String> names(int roles) {
    return IntStream.range(0, roles).mapToObj(i -> "'r" + i + "'").toList();
  }

  private static List<String> widening(String text, String instead) {
    return new ManifestReview(manifest(SHOP), manifest(SHOP.replace(text, instead)), Set.of())
        .widening();
  }

  private static Manifest manifest(String text) {
    try {
      return SubmittedManifest.parse(new ObjectMapper().readTree(text.replace('\'', '"')));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
