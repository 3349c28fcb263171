package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

/** An installation with two tenants, each with a client that administers it. */
record SiegeTenants(
    PackagedTenant platform, PackagedTenant victim, PackagedTenant attacker, UUID attackers) {

  static SiegeTenants bootstrap(Map<String, String> environment) {
    PackagedTenant.done(PackagedApp.run(environment, "iam:migrate"));
    JsonPath seats =
        JsonPath.from(
            PackagedTenant.done(
                    PackagedApp.run(environment, "iam:bootstrap", "--tenant", "acme", "--json"))
                .out());
    PackagedTenant victim = seat(seats, "tenant");
    // Its client is a copy of the other's, under another name and with the same secret.
    PackagedTenant attacker = new PackagedTenant("mallorys-client", victim.clientSecret());
    return new SiegeTenants(seat(seats, "platform"), victim, attacker, UUID.randomUUID());
  }

  private static PackagedTenant seat(JsonPath seats, String organization) {
    return new PackagedTenant(
        seats.getString(organization + ".client_id"),
        seats.getString(organization + ".client_secret"));
  }

  /** Makes the attackers' tenant: no command and no request gives a second one an administrator. */
  void admitAttacker(PackagedApp server, String url) throws SQLException {
    var made =
        PackagedTenant.post(
            server,
            platform.token(server),
            "/api/iam/v1/organizations",
            "{\"key\": \"mallory\", \"name\": \"Mallory\"}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    String organization = JsonPath.from(made.body()).getString("data.id");
    try (Connection owner = DriverManager.getConnection(url, "postgres", "postgres")) {
      copy(owner, "iam_service_accounts", "id = (SELECT subject_id::uuid", ")", organization);
      copy(owner, "iam_grants", "subject_id = (SELECT subject_id", ")", organization);
      copy(owner, "iam_clients", "client_id = (SELECT client_id", ")", organization);
    }
  }

  private void copy(Connection owner, String table, String from, String to, String organization)
      throws SQLException {
    String sql =
        """
        INSERT INTO %1$s SELECT (jsonb_populate_record(t, jsonb_strip_nulls(jsonb_build_object(
            'organization_id', ?, 'id', ?, 'subject_id', ?, 'client_id', ?)))).*
        FROM %1$s t WHERE %2$s FROM iam_clients WHERE client_id = ?%3$s
        """
            .formatted(table, from, to);
    try (PreparedStatement insert = owner.prepareStatement(sql)) {
      insert.setString(1, organization);
      insert.setString(2, attackers.toString());
      insert.setString(3, attackers.toString());
      insert.setString(4, attacker.clientId());
      insert.setString(5, victim.clientId());
      assertThat(insert.executeUpdate()).as(table).isPositive();
    }
  }
}
