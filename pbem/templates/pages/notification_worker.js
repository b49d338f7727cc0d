{% load static %}// Shows notifications. It keeps nothing, and takes part in no request of a page.
"use strict";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const told = event.data.json();
  const shown = { body: told.body, tag: told.id, icon: "{% static 'pages/seal-192.png' %}", data: { url: told.url } };
  event.waitUntil(self.registration.showNotification(told.title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = event.notification.data.url;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((one) => one.url === wanted);
    return there ? there.focus() : self.clients.openWindow(wanted);
  })());
});
