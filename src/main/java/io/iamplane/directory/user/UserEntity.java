package io.iamplane.directory.user;

import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_users}; never leaves this package. */
@Entity
@Table(name = "iam_users")
class UserEntity implements RowStore.Row<User> {

  @EmbeddedId RowKey id;
  @Nullable String externalId;
  @Nullable String email;
  String name;
  String status;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  Map<String, Object> attributes;

  long revision;
  Instant createdAt;
  Instant updatedAt;

  static UserEntity of(OrganizationId organization, User user) {
    UserEntity row = new UserEntity();
    row.id = RowKey.of(organization, user.id().value());
    row.createdAt = user.createdAt();
    return row;
  }

  @Override
  public void take(User user, Instant at) {
    externalId = user.externalId();
    email = user.email();
    name = user.name();
    status = user.status().wire();
    attributes = user.attributes();
    revision = user.revision();
    updatedAt = at;
  }

  @Override
  public User value() {
    return new User(
        new UserId(id.id()),
        externalId,
        email,
        name,
        WireName.of(User.Status.class, status),
        attributes,
        revision,
        createdAt);
  }
}
