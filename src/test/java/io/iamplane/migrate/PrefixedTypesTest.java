package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.migrate.target.TupleWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Types with names of their own, for a tenant where another application has them too. */
class PrefixedTypesTest {

  private static final String LONG = "t".repeat(59);

  private static TargetModel written(String model, ImportReport report) throws PeerFaultsException {
    PeerDocument document = Imported.of(PeerKind.SPICEDB).file("m.zed", model).document("m.zed");
    return ModelWriter.write(document.model(), "docs_", report);
  }

  @Test
  void allButTheDirectorysAreRenamedWhereverTheyAreNamed() throws Exception {
    ImportReport report = new ImportReport();
    TargetModel model =
        written(
            """
            definition user {}
            definition agent {}
            definition group { relation member: user | group#member }
            definition folder { relation viewer: user | user:* | group#member }
            definition doc {
              relation parent: folder
              relation viewer: user | folder#viewer
              permission view = viewer + parent->viewer
            }
            definition %s {}
            """
                .formatted(LONG),
            report);

    assertThat(model.types().keySet())
        .containsExactlyInAnyOrder(
            "user", "agent", "group", "docs_folder", "docs_doc", "docs_" + LONG);
    assertThat(model.types().get("docs_doc"))
        .isEqualTo(
            Map.of(
                "relations",
                Map.of("parent", "docs_folder", "viewer", "user | docs_folder#viewer"),
                "permissions",
                Map.of("view", "viewer | parent->viewer")));
    assertThat(report.lines()).hasSize(3).allMatch(each -> each.contains(": note: type"));

    FilePlace here = new FilePlace("t", 1, 1);
    List<TargetRelation> relations =
        new TupleWriter(model, report)
            .write(
                new PeerTuple(
                    new PeerObject("doc", "1"),
                    "viewer",
                    new PeerObject("folder", "f"),
                    "viewer",
                    null,
                    Map.of(),
                    null,
                    here));
    assertThat(relations)
        .singleElement()
        .satisfies(each -> {
          assertThat(each.object()).hasToString("docs_doc:1");
          assertThat(each.subject()).hasToString("docs_folder:f");
        });
  }

  @Test
  void aNameOfTheDirectoryIsNotMade() throws Exception {
    PeerDocument document =
        Imported.of(PeerKind.SPICEDB)
            .file("m.zed", "definition account {}\ndefinition line_item {}")
            .document("m.zed");
    TargetModel model = ModelWriter.write(document.model(), "service_", new ImportReport());
    assertThat(model.types().keySet())
        .containsExactlyInAnyOrder("service_account_2", "service_line_item");
    assertThat(ModelWriter.write(document.model(), "my-app_", new ImportReport()).types().keySet())
        .containsExactlyInAnyOrder("my-app_account", "my-app_line_item");
  }

  @Test
  void aGroupThatIsNotTheDirectorysIsRenamedToo() throws Exception {
    ImportReport report = new ImportReport();
    TargetModel model =
        written(
            """
            definition user {}
            definition team {}
            definition group { relation member: team }
            """,
            report);

    assertThat(model.types().keySet()).containsExactlyInAnyOrder("user", "docs_team", "docs_group");
    assertThat(report.lines())
        .isEqualTo(
            List.of(
                "m.zed:2:12: note: type 'team' is renamed to 'docs_team'",
                "m.zed:3:12: note: type 'group' is renamed to 'docs_group': the directory stores"
                    + " group members, and this type also has other members"));
  }
}
