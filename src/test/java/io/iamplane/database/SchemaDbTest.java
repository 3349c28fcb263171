package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** The entities are the tables that the migrations made. */
@QuarkusTest
class SchemaDbTest {

  @Inject SessionFactory sessions;

  @Test
  void everyEntityFitsItsTable() {
    assertThat(sessions.getMetamodel().getEntities()).isNotEmpty();
    assertThatCode(() -> sessions.getSchemaManager().validate()).doesNotThrowAnyException();
  }
}
