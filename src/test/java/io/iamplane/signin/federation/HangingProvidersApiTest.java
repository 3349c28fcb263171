package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.webhook.OutboundRequests;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Providers that hang take the places of their own organizations. */
@QuarkusTest
class HangingProvidersApiTest {

  private static final int ASKED = 20;

  @Inject OutboundRequests http;

  private String ask(OrganizationId organization, String uri) {
    try {
      return "" + http.send(organization, HttpMethod.GET, URI.create(uri), Map.of(), "").status();
    } catch (IamException e) {
      return "refused";
    } catch (OutboundRequests.RefusedException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void twoThatHangHinderNoOneElse() throws Exception {
    OrganizationId works = new OrganizationId(UuidV7.next());
    List<Future<String>> hanging = new ArrayList<>();
    try (ForeignProvider provider = new ForeignProvider();
        ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      String good = provider.issuer() + "/.well-known/openid-configuration";
      for (OrganizationId each :
          List.of(new OrganizationId(UuidV7.next()), new OrganizationId(UuidV7.next()))) {
        for (int i = 0; i < ASKED; i++) {
          hanging.add(people.submit(() -> ask(each, provider.issuer() + "/hang")));
        }
      }
      int done = 0;
      while (hanging.stream().anyMatch(each -> !each.isDone())) {
        assertThat(ask(works, good)).isEqualTo("200");
        done++;
      }
      assertThat(done).isPositive();
    }
    List<String> answers = new ArrayList<>();
    for (Future<String> each : hanging) {
      answers.add(each.get());
    }
    assertThat(answers).containsOnly("refused", "no response in time");
    assertThat(answers)
        .filteredOn("refused"::equals)
        .hasSizeBetween(2 * (ASKED - 7), 2 * (ASKED - 5));
  }
}
