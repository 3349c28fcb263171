package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.shared.Aal;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CatalogPermissionTest {

  private static final PermissionFact FACT =
      new PermissionFact("shop:buy", "shop", null, null, null, Risk.LOW, Aal.AAL1);

  private static CatalogPermission in(int... privileges) {
    return new CatalogPermission(
        FACT,
        new CatalogPermission.Application(1, true, null),
        Symbols.NONE,
        Symbols.NONE,
        privileges);
  }

  @Test
  void privilegesThatShareTheirLastBitsAreToldApart() {
    CatalogPermission permission = in(65, 1, 64 * 3 + 2);
    assertThat(permission.own()).isEqualTo(65);
    for (int i = 0; i < 64 * 5; i++) {
      assertThat(permission.isIn(i)).isEqualTo(i == 1 || i == 65 || i == 64 * 3 + 2);
    }
  }

  @Test
  void isInExactlyThePrivilegesGiven() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      int[] privileges = random.ints(1 + random.nextInt(100), 0, 400).distinct().toArray();
      CatalogPermission permission = in(privileges);
      for (int i = 0; i < 500; i++) {
        int privilege = i;
        assertThat(permission.isIn(i))
            .isEqualTo(Arrays.stream(privileges).anyMatch(each -> each == privilege));
      }
    }
  }
}
