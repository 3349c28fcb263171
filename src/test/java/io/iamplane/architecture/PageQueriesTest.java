package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.testing.Plans;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages are read by the one method that plans each for its own values. */
class PageQueriesTest {

  @Test
  void storesDoNotTakeAPagesQueryApart() {
    assertThat(rule().inApplication()).isEmpty();
    assertThat(rule().inFixtures(Plans.class))
        .containsExactly(
            Plans.class.getName() + " calls Keyset.parameters",
            Plans.class.getName() + " calls Keyset.sql");
  }

  private static Rule rule() {
    return type ->
        type.isEquivalentTo(Sql.class) || type.isEquivalentTo(Keyset.class)
            ? Stream.empty()
            : type.getAccessesFromSelf().stream()
                .map(JavaAccess::getTarget)
                .filter(target -> target.getOwner().isEquivalentTo(Keyset.class))
                .filter(target -> target.getName().matches("sql|parameters"))
                .map(target -> type.getName() + " calls Keyset." + target.getName());
  }
}
