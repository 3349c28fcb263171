import { Modal } from "@mantine/core";
import type { ReactNode } from "react";

/** A dialog with its title; without `onClose` it ends only by a choice. */
export function Dialog(props: { title: string; opened: boolean; onClose?: () => void; children: ReactNode }) {
  return (
    <Modal.Root opened={props.opened} onClose={props.onClose ?? (() => undefined)} centered size={520} lockScroll={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title style={{ fontWeight: 600, marginBottom: 12 }}>{props.title}</Modal.Title>
          {props.children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
