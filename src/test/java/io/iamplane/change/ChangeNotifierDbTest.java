package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ChangeNotifierDbTest {

  @Inject Transactions transactions;
  @Inject Sql sql;

  @Test
  void aCommitAfterTheEndIsNoFailure() throws Exception {
    ChangeNotifier notifier = new ChangeNotifier(transactions, sql);
    notifier.stop(new ShutdownEvent());
    assertThatCode(notifier::wake).doesNotThrowAnyException();
  }
}
