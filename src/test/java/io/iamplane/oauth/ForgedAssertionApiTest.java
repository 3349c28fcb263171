package io.iamplane.oauth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.TestKeys;
import io.quarkus.test.junit.QuarkusTest;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Assertions that the client did not make so: one refusal for all. */
@QuarkusTest
class ForgedAssertionApiTest extends AssertionApiFixture {

  @Test
  void everyWrongClaimIsRefusedAlike() {
    long now = clock.instant().getEpochSecond();
    List<Consumer<ObjectNode>> changes = new ArrayList<>();
    for (String name : List.of("iss", "sub", "aud", "exp", "jti")) {
      changes.add(claims -> claims.remove(name));
      changes.add(claims -> claims.put(name, ""));
      changes.add(claims -> claims.putObject(name));
    }
    changes.add(claims -> claims.put("iss", "client_other"));
    changes.add(claims -> claims.put("sub", "client_other"));
    changes.add(claims -> claims.put("iss", "client_nobody").put("sub", "client_nobody"));
    changes.add(claims -> claims.put("aud", "iam-admin"));
    changes.add(claims -> claims.put("aud", AssertionForge.ISSUER + "/"));
    changes.add(claims -> claims.put("exp", now - 1));
    changes.add(claims -> claims.put("exp", now));
    changes.add(claims -> claims.put("exp", now + 600));
    changes.add(claims -> claims.put("iat", now + 120));
    changes.add(claims -> claims.put("nbf", now + 120));
    changes.add(claims -> claims.put("nbf", "soon"));
    for (Consumer<ObjectNode> change : changes) {
      assertRefused(sign(change));
    }
  }

  @Test
  void everyOtherAlgorithmIsRefused() throws GeneralSecurityException {
    for (String alg : List.of("none", "HS256", "RS256", "ES384", "ES512", "PS256")) {
      assertRefused(forge.sign(forge.header().put("alg", alg), claims()));
    }
    assertRefused(input("none") + ".");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(forge.pair().getPublic().getEncoded(), "HmacSHA256"));
    String hmac = input("HS256");
    assertRefused(hmac + "." + AssertionForge.base64(mac.doFinal(ascii(hmac))));
    assertRefused(signed("RS256", "SHA256withRSA"));
    assertRefused(signed("ES384", "SHA384withECDSAinP1363Format"));
  }

  @Test
  void wrongAndUnknownKeysAreRefused() {
    assertRefused(new AssertionForge("one").good(client.clientId(), clock.instant()));
    assertRefused(forge.sign(forge.header().put("kid", "two"), claims()));
    AssertionForge own = new AssertionForge("one");
    ObjectNode embedded = own.header();
    embedded.set("jwk", own.jwk());
    assertRefused(own.sign(embedded, claims()));
    IssuedClient other = fixture.client(tenant);
    assertRefused(forge.good(other.clientId(), clock.instant()));
    assertRefused(forge.good("client_nobody", clock.instant()));
  }

  @Test
  void rubbishIsRefused() {
    for (String text : List.of("x", "..", "a.b.c", "e30.e30.e30", "a".repeat(5000), "null")) {
      assertRefused(text);
    }
    String good = good();
    assertRefused(good.substring(0, good.length() - 1));
    assertRefused(good + "A");
    asserting("a".repeat(20_000)).post(PATH).then().statusCode(400);
  }

  private String input(String alg) {
    return AssertionForge.input(forge.header().put("alg", alg).toString(), claims().toString());
  }

  private String signed(String alg, String algorithm) throws GeneralSecurityException {
    String input = input(alg);
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(TestKeys.pair(alg).getPrivate());
    signature.update(ascii(input));
    return input + "." + AssertionForge.base64(signature.sign());
  }
}
